import type { JobField } from '@errand/contract/job-field'

import { looksLikeInjection } from '../../assistant/injection-marks.ts'
import { conceptsOf, conceptsOfField } from './concepts.ts'
import { isTaken, type Found, type Heard, type Looking } from './heard.ts'
import { isQuestion } from './intents.ts'
import { isAt, isStopword, phraseAt, skip, type Clause, type Token } from './text.ts'
import { everyLanguage } from './words.ts'

/** Whether a field asks how somebody is called. */
export const isName = (field: JobField): boolean =>
  field.type === 'text' && conceptsOfField(field).has('name')

/** A message, and the field whose name is looked for in it. */
type Search = Heard & Looking

/** No name has more words. */
const mostWords = 4

/** A name: beside words that tell one, below the message, or alone in its sentence. */
export function findName(heard: Heard, looking: Looking): Found | undefined {
  const search = { ...heard, ...looking }
  const isOfPet = conceptsOf(`${looking.field.label} ${looking.field.question}`).has('pets_dogs')
  for (const find of isOfPet ? [behindCue] : [behindCue, beforeCue, signature])
    for (const at of heard.tokens.keys()) {
      const name = find(search, at, isOfPet)
      if (name !== undefined) return name
    }
  const clauses = looksLikeInjection(heard.text) ? [] : heard.clauses
  const statements = clauses.filter((clause) => !isQuestion(clause, looking.words))
  return statements.map((clause) => alone(search, clause)).find((name) => name !== undefined)
}

/** `I am Asha`, `for my mother Kamla`, `a dog called Bruno`, `बेटी अनन्या 8 साल की है` */
function behindCue(search: Search, at: number, isOfPet: boolean): Found | undefined {
  const { tokens, words, isAsked } = search
  const isAged = tokens[at + 2]?.kind === 'digits'
  const own = phraseAt(tokens, at, isOfPet ? words.calledCue : words.nameCue)
  const { to } = own ?? (isAsked ? phraseAt(tokens, at, words.calledCue) : undefined) ?? { to: at }
  if (isOfPet && isBehindSmallWord(tokens, at)) return nameAt(search, at)
  if (to === at && !isAbout(tokens[at], 'relation')) return undefined
  if (to === at) return nameAt(search, isKunya(tokens, at) ? at : at + 1, isAged)
  const cue = tokens.slice(at, to)
  // Little words alone begin much else: `this is urgent`.
  const isClear = cue.length > 1 && (isAsked || cue.some(({ word }) => !isStopword(word)))
  return nameAt(search, passSigns(tokens, to), isClear || conceptsOf(cue).has('name'))
}

/** `a bath for Thor`: a capital within a sentence, which German gives to every noun. */
function isBehindSmallWord(tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]]
  if (before === undefined || token === undefined || !/^\p{Lu}\p{Ll}/u.test(token.raw)) return false
  return smallWords.has(before.word) && conceptsOf([token]).size === 0
}

const smallWords = new Set(
  'for to of pra pro para da do na no a o de del la el mi my meu minha pour du mon ma ke ki ka'.split(
    ' ',
  ),
)

/** `Faizan naam hai`, `Jens mein Name`, `Pushpa Sharma age 63` */
function beforeCue(search: Search, at: number): Found | undefined {
  const { tokens, words } = search
  const isLast = (tokens[at + 1]?.kind ?? 'sign') === 'sign'
  const isNamed = isAbout(tokens[at], 'name') && (isLast || isAt(tokens, at + 1, words.afterName))
  if (!isNamed && !isAge(tokens, at)) return undefined
  const end = isStopword(tokens[at - 1]?.word ?? '') ? at - 1 : at
  let from = end
  while (end - from < mostWords && isNamePart(search, from - 1)) from -= 1
  return from < end ? nameAt(search, from, true, end - from) : undefined
}

/** `thanks, Mike`, `— Mike`: at the end of a message. */
function signature(search: Search, at: number): Found | undefined {
  const { tokens, words, clauses } = search
  const last = clauses.at(-1)
  const isBegin = tokens[at]?.start === last?.start
  const parting = phraseAt(tokens, at, words.bye) ?? phraseAt(tokens, at, words.thanks)
  const to = parting?.to ?? (isBegin ? at : tokens.length)
  const from = passSigns(tokens, to)
  const isBelow = from > to || (!isBegin && tokens[from]?.start === last?.start)
  const name = isBelow ? nameAt(search, from) : undefined
  return name?.end === last?.end ? name : undefined
}

/** All of a sentence, or its beginning where a name was asked for. */
function alone(search: Search, { start, end, tokens: said }: Clause): Found | undefined {
  const { tokens, text, words, isAsked, isPart } = search
  const at = tokens.findIndex((token) => token.start === start)
  const idle = [words.greeting, words.filler, words.yes, words.nameCue]
  const isPassed = (token: Token) => token.kind === 'sign' || isTaken(search, token)
  const isEmpty = (token: Token) => isPassed(token) || isStopword(token.word)
  const led = skip(tokens, at, idle, isPassed)
  const name = nameAt(search, isAsked ? skip(tokens, led, idle, isEmpty) : at, isAsked)
  if (name === undefined || name.end > end) return undefined
  const behind = tokens.slice(name.to).filter((token) => token.start < end)
  const { yes, no, greeting, thanks, filler, nothing, bye } = everyLanguage
  const isWhole =
    !said.some((token) => isTaken(search, token)) &&
    conceptsOf(said).size === 0 &&
    !isAt(said, 0, yes, no, greeting, thanks, filler, nothing, bye)
  // Who says more in small letters talks.
  const isBare = name.from === led && behind.filter((token) => !isEmpty(token)).length < 2
  const isEnded =
    (behind[0]?.raw !== ':' && behind.slice(0, 1).every(isPassed)) ||
    isAt(tokens, name.to, words.afterName, words.filler, words.thanks)
  // `Thiago, thiago@…`: beside a way to reach them.
  const rest = text.slice(name.end, end)
  const isListed = name.from === at && rest.startsWith(',') && /@|(?:\d[\s-]?){7}/.test(rest)
  // Where there are no capitals two words of a message of their own may be a name.
  const isOwn = isPart && isWhole && said.length === 2 && !/\p{Script=Latin}/u.test(name.value)
  const isMeant = name.isCapitalised ? isAsked || isWhole || isListed : (isAsked && isBare) || isOwn
  return isEnded && isMeant ? name : undefined
}

const links = /^(?:de|da|do|das|dos|del|la|el|al|bin|von|van|der|den|abu|ben|d'|l')$/

/** The words from a token on that could be a name, up to what can be none. */
function nameAt(search: Search, from: number, isSure = false, most = mostWords) {
  const { tokens, text, clauses, isPart } = search
  const start = tokens[from]?.start ?? text.length
  const limit = clauses.find((clause) => start >= clause.start && start < clause.end)?.end ?? 0
  let to = from
  for (let at = from, left = most; left > 0 && (tokens[at]?.end ?? Infinity) <= limit; at += 1) {
    // `de la Cruz`, `Marie-Claire`, `Mr. Smith`
    const { word = '', isGlued = false } = tokens[at] ?? {}
    const isJoint = isGlued && (word === '.' || (word === '-' && tokens[at + 1]?.isGlued === true))
    const isWord = isNamePart(search, at)
    if (!isWord && (to === from || !(isJoint || links.test(word)))) break
    if (isWord) to = at + 1
    if (isWord) left -= 1
  }
  const end = tokens[to - 1]?.end ?? start
  const value = text.slice(start, end)
  const parts = value.split(/\s+/)
  const isCased = /\p{Script=Latin}/u.test(value)
  const isCapitalised = parts.every((part) => /^\p{Lu}/u.test(part) || links.test(part))
  // Small letters in several messages are rather talk than a name.
  const isTalk = isCased && isPart && parts.length > 1 && !isCapitalised
  // Where there are no capitals a name ends before a sign.
  const isEnded =
    end === limit || tokens[to]?.kind === 'sign' || isAt(tokens, to, search.words.afterName)
  const isLikely = isCased ? isCapitalised : isEnded
  if (to === from || value.length < 2 || isTalk || !(isSure || isLikely)) return undefined
  return { start, end, value, from, to, isCapitalised }
}

/** Whether a token may be a word of a name. */
function isNamePart({ tokens, words, ...heard }: Search, at: number): boolean {
  const token = tokens[at]
  if (isKunya(tokens, at)) return true
  if (token?.kind !== 'word' || isTaken(heard, token) || isStopword(token.word)) return false
  const { afterName, request, filler, interrogative, thanks, bye, correction, nothing } = words
  const talk = [afterName, request, filler, interrogative, thanks, bye, correction, nothing]
  const times = /^\p{Lu}/u.test(token.raw) ? [] : [words.when]
  if (isAt(tokens, at, ...talk, words.yes, words.no, ...times)) return false
  const isOther = isAbout(token, 'boss') || isAbout(token, 'relation')
  return !isOther && !isAge(tokens, at)
}

/** `أم خالد` is how a mother is called. */
const isKunya = (tokens: readonly Token[], at: number): boolean =>
  /^(?:ام|ابو|ابا|ابي)$/.test(tokens[at]?.word ?? '') && tokens[at + 1]?.kind === 'word'

const isAbout = (token: Token | undefined, concept: string): boolean =>
  token !== undefined && conceptsOf([token]).has(concept)

const isAge = (tokens: readonly Token[], at: number): boolean =>
  isAbout(tokens[at], 'age') && tokens.slice(at + 1, at + 4).some(({ kind }) => kind === 'digits')

const passSigns = (tokens: readonly Token[], from: number): number =>
  skip(tokens, from, [], ({ raw }) => /^[,،:;=—–~-]$/.test(raw))
