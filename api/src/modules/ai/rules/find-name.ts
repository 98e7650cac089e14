import type { JobField } from '@errand/contract/job-field'

import { looksLikeInjection } from '../language/injection-marks.ts'
import { conceptsOf, conceptsOfField } from './concepts.ts'
import { isQuestion } from './intents.ts'
import { isTaken, type Found, type ScannedMessage, type FieldSearch } from './scanned-message.ts'
import { isAt, isStopword, phraseAt, says, skip, type Clause, type Token } from './text.ts'
import { everyLanguage } from './words.ts'

/** Whether a field asks how somebody is called. */
export const isNameField = (field: JobField): boolean =>
  field.type === 'text' && conceptsOfField(field).has('name')

/** A message, and the field whose name is looked for in it. */
type NameSearch = ScannedMessage & FieldSearch

/** No name has more words. */
const maxNameWords = 4

/** A name beside words that tell one, or one that is all of its sentence. */
export function findName(scanned: ScannedMessage, looking: FieldSearch): Found | undefined {
  const search = { ...scanned, ...looking }
  for (const at of scanned.tokens.keys()) {
    const name = nameBehindCue(search, at) ?? nameBeforeCue(search, at)
    if (name !== undefined) return name
  }
  const clauses = looksLikeInjection(scanned.text) ? [] : scanned.clauses
  for (const clause of clauses) {
    const name = isQuestion(clause, looking.words) ? undefined : nameAlone(search, clause)
    if (name !== undefined) return name
  }
  return undefined
}

/** `my name is Asha`, `I am Asha`, `my mother Kamla`, of a pet also `a dog called Bruno` */
function nameBehindCue(search: NameSearch, at: number): Found | undefined {
  const { tokens, words, field, isAsked } = search
  const isOfPet = conceptsOf(field.label).has('pets_dogs')
  const cue = phraseAt(tokens, at, isOfPet || isAsked ? words.calledCue : words.nameCue)
  const own = cue ?? (isOfPet ? undefined : phraseAt(tokens, at, words.nameCue))
  const isRelated = own === undefined && !isOfPet && isAbout(tokens[at], 'relation')
  if (own === undefined && !isRelated) return undefined
  const name = nameAt(search, passSigns(tokens, own?.to ?? at + 1))
  if (name === undefined || name.isCapitalised) return name
  // Little words begin much else: `I am late`. Where there are no capitals a name ends before a sign.
  const next = tokens[name.to]?.kind ?? 'sign'
  const isSure = isAsked || conceptsOf(tokens.slice(at, own?.to)).has('name')
  const isLikely = !name.isLatin && next === (isRelated ? 'digits' : 'sign')
  return isLikely || (isSure && !isRelated) ? name : undefined
}

/** `Faizan naam hai`, `Jens mein Name`, `Pushpa Sharma age 63` */
function nameBeforeCue(search: NameSearch, at: number): Found | undefined {
  const { tokens, words } = search
  const isLast = (tokens[at + 1]?.kind ?? 'sign') === 'sign'
  const isNamed = isAbout(tokens[at], 'name') && (isLast || isAt(tokens, at + 1, words.afterName))
  const isAged = isAbout(tokens[at], 'age') && tokens[at + 1]?.kind === 'digits'
  if (!isNamed && !isAged) return undefined
  const end = isLittleWord(tokens, at - 1) ? at - 1 : at
  let from = end
  while (end - from < maxNameWords && isNamePart(search, from - 1)) from -= 1
  return from < end ? nameAt(search, from, end - from) : undefined
}

/** A sentence that is nothing but a name, courtesy and what else was asked for. */
function nameAlone(search: NameSearch, clause: Clause): Found | undefined {
  const { tokens, text, words, isAsked } = search
  const at = tokens.findIndex(({ start }) => start === clause.start)
  const idle = [words.greeting, words.filler, words.yes, words.thanks, words.nameCue]
  const isPassed = (token: Token) => token.kind === 'sign' || isTaken(search, token)
  const isSmall = (token: Token, index: number) => isPassed(token) || isLittleWord(tokens, index)
  // `Hi Farah` is to somebody else.
  const led = isAsked ? skip(tokens, at, idle, isPassed) : passSigns(tokens, at)
  const from = isAsked ? skip(tokens, led, idle, isSmall) : led
  const name = nameAt(search, from)
  // A sentence that wants something is no name.
  const isWish = says(clause.tokens, words.request)
  if (name === undefined || name.end > clause.end || isWish) return undefined
  const rest = skip(tokens, name.to, [...idle, words.bye, words.afterName], isPassed)
  const isWhole = (tokens[rest]?.start ?? Infinity) >= clause.end
  if (isAsked) {
    // `Kamla Arora, 63`, but not `I want to drive, from January`
    const next = tokens[name.to]
    const isOther = next?.kind === 'digits' || conceptsOf(name.value).size > 0
    const isEnded = !isOther && (next?.kind !== 'word' || isAbout(next, 'age'))
    const isSure = from === led || name.isCapitalised || !name.isLatin
    return isSure && (isWhole || isEnded) ? name : undefined
  }
  // Who was not asked may say anything in a word or two.
  const isSure = name.isCapitalised && conceptsOf(name.value).size === 0
  // `Thiago, thiago@…`: beside a way to reach them.
  const isListed = from === at && /^,.*(?:@|(?:\d[\s-]?){7})/.test(text.slice(name.end, clause.end))
  const isMeant = (isWhole || isListed) && isSure
  return isMeant && !isAt(tokens, from, ...courtesies) ? name : undefined
}

const courtesies = (['yes', 'no', 'greeting', 'thanks', 'filler', 'nothing', 'bye'] as const).map(
  (list) => everyLanguage[list],
)

const links = /^(?:de|da|do|das|dos|del|la|el|al|bin|von|van|der|den|abu|ben|d'|l')$/

/** The words from a token on that could be a name, up to what can be none. */
function nameAt(search: NameSearch, from: number, most = maxNameWords) {
  const { tokens, text, clauses } = search
  const clause = clauses.find(({ end }) => end > (tokens[from]?.start ?? 0))
  let to = from
  for (let at = from; at - from < most && (tokens[at]?.end ?? 0) <= (clause?.end ?? 0); at += 1) {
    // `de la Cruz`, `Marie-Claire`, `Mr. Smith`
    const { word = '', isGlued = false } = tokens[at] ?? {}
    const isJoint = isGlued && /^[.-]$/.test(word) && tokens[at + 1]?.kind === 'word'
    if (isNamePart(search, at)) to = at + 1
    else if (to === from || !(isJoint || links.test(word))) break
  }
  const { start = 0 } = tokens[from] ?? {}
  const end = tokens[to - 1]?.end ?? start
  const value = text.slice(start, end)
  const parts = value.split(/\s+/)
  const isCapitalised = parts.every((part) => /^\p{Lu}/u.test(part) || links.test(part))
  const isLatin = /\p{Script=Latin}/u.test(value)
  if (to === from || value.length < 2) return undefined
  return { start, end, value, to, isLatin, isCapitalised }
}

/** Names that are little words of some language: `ella` is Spanish for she. */
const givenNames = new Set(['ali', 'ela', 'ella', 'elle', 'jo', 'max', 'uma', 'will'])

/** Whether a token is a word without content, and no name: `Ali`, `Will Smith`, but not `Will you come`. */
function isLittleWord(tokens: readonly Token[], at: number): boolean {
  const { raw = '', word = '' } = tokens[at] ?? {}
  if (!isStopword(word)) return false
  if (!givenNames.has(word) || !/^\p{Lu}/u.test(raw)) return true
  // Every sentence begins with a capital.
  const isFirst = (tokens[at - 1]?.kind ?? 'sign') === 'sign'
  const next = tokens[at + 1]
  return isFirst && next !== undefined && next.kind !== 'sign' && !/^\p{Lu}/u.test(next.raw)
}

/** Whether a token may be a word of a name. */
function isNamePart({ tokens, words, ...scanned }: NameSearch, at: number): boolean {
  const token = tokens[at]
  if (token?.kind !== 'word' || isTaken(scanned, token)) return false
  if (isLittleWord(tokens, at)) return false
  // `RG1 5AB`
  if (tokens[at + 1]?.kind === 'digits' && tokens[at + 1]?.isGlued === true) return false
  const { afterName, request, filler, interrogative, correction } = words
  const talk = [afterName, request, filler, interrogative, correction, ...courtesies]
  const times = /^\p{Lu}/u.test(token.raw) ? [] : [words.when]
  const isOther =
    isAbout(token, 'boss') ||
    isAbout(token, 'relation') ||
    (isAbout(token, 'age') && tokens[at + 1]?.kind === 'digits')
  return !isAt(tokens, at, ...talk, ...times) && !isOther
}

const isAbout = (token: Token | undefined, concept: string): boolean =>
  token !== undefined && conceptsOf([token]).has(concept)

const passSigns = (tokens: readonly Token[], from: number): number =>
  skip(tokens, from, [], ({ raw }) => /^[,،:;=—–~-]$/.test(raw))
