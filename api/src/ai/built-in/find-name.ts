import { builtInLanguages } from '@errand/contract/language'
import type { JobField } from '@errand/contract/job-field'

import { looksLikeInjection } from '../../assistant/injection-marks.ts'
import { conceptsOf, conceptsOfField } from './concepts.ts'
import { isTaken, type Found, type Heard, type Looking } from './heard.ts'
import { isQuestion } from './intents.ts'
import { isAt, isStopword, phraseAt, skip, type Clause, type Token } from './text.ts'
import { wordsOf, type Words } from './words.ts'

/** Whether a field asks how somebody is called. */
export const isName = (field: JobField): boolean =>
  field.type === 'text' && conceptsOfField(field).has('name')

interface Name extends Found {
  value: string
}

/** No name has more words. */
const mostWords = 4

/** A name: behind what people begin it with, alone in its sentence, or what is left where it was asked for. */
export function findName(heard: Heard, { field, isAsked, words }: Looking): Found | undefined {
  const isOfPet = conceptsOf(`${field.label} ${field.question ?? ''}`).has('pets_dogs')
  const found =
    behindCue(heard, words, isOfPet) ??
    (isOfPet ? undefined : (beforeAge(heard, words) ?? beforeNameWord(heard, words)))
  if (found !== undefined) return found
  if (looksLikeInjection(heard.text)) return undefined
  for (const clause of heard.clauses) {
    if (isQuestion(clause, words)) continue
    const at = heard.tokens.findIndex(({ start }) => start === clause.start)
    const start = skipIdle(heard, at, words)
    const name = nameAt(heard, start, words, { isSure: isAsked })
    if (name === undefined || !isEndOfName(heard, clause, name, words)) continue
    const isWhole =
      start === at &&
      !clause.tokens.some((token) => isTaken(heard, token)) &&
      conceptsOf(clause.tokens).size === 0 &&
      !isCourtesy(clause.tokens)
    if (isAsked || (isWhole && isCapitalised(name.value))) return name
  }
  return undefined
}

/** `I am Asha`, `for my mother Kamla`, `a dog called Bruno` */
function behindCue(heard: Heard, words: Words, isOfPet: boolean): Name | undefined {
  for (const [at, token] of heard.tokens.entries()) {
    const cue = phraseAt(heard.tokens, at, isOfPet ? words.calledCue : words.nameCue)
    if (cue === undefined && (isOfPet || !isAbout(token, 'relation'))) continue
    const to = cue?.to ?? at + 1
    const name = nameAt(heard, to, words, { isSure: to - at > 1 || isAbout(token, 'name') })
    if (name !== undefined) return name
  }
  return undefined
}

/** `Faizan naam hai`, `Jens mein Name` */
function beforeNameWord(heard: Heard, words: Words): Name | undefined {
  const { tokens } = heard
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    const isLast = next === undefined || next.kind === 'sign'
    if (!isAbout(token, 'name') || !(isLast || isAt(tokens, at + 1, words.afterName))) continue
    const end = isStopword(tokens[at - 1]?.word ?? '') ? at - 1 : at
    const from = startBefore(heard, end, 2, words)
    const name =
      from < end ? nameAt(heard, from, words, { isSure: true, most: end - from }) : undefined
    if (name !== undefined) return name
  }
  return undefined
}

/** `Pushpa Sharma age 63`, `बेटी अनन्या 8 साल की है` */
function beforeAge(heard: Heard, words: Words): Name | undefined {
  const { tokens } = heard
  for (const [at, token] of tokens.entries()) {
    const isAged = isAbout(token, 'relation') && tokens[at + 2]?.kind === 'digits'
    const isAge =
      isAbout(token, 'age') && tokens.slice(at + 1, at + 4).some(({ kind }) => kind === 'digits')
    const begin = isAge ? startBefore(heard, at, mostWords, words) : at
    const from = isAged ? at + 1 : begin
    const name =
      isAged || from < at
        ? nameAt(heard, from, words, { isSure: true, most: isAged ? 1 : at - from })
        : undefined
    if (name !== undefined) return name
  }
  return undefined
}

/** Where a name of so many words at most begins that ends before a token. */
function startBefore(heard: Heard, end: number, most: number, words: Words): number {
  let from = end
  while (end - from < most && isNamePart(heard, from - 1, from, words)) from -= 1
  return from
}

/** Nothing stands behind a name but signs, courtesy, and what is an answer already. */
function isEndOfName(heard: Heard, clause: Clause, { end }: Found, words: Words): boolean {
  const at = heard.tokens.findIndex(({ start }) => start >= end)
  const next = at === -1 ? undefined : heard.tokens[at]
  const { afterName, filler, thanks } = words
  return (
    next === undefined ||
    next.start >= clause.end ||
    next.kind === 'sign' ||
    isTaken(heard, next) ||
    isAt(heard.tokens, at, afterName, filler, thanks)
  )
}

/** Courtesy of whatever language. */
function isCourtesy(tokens: readonly Token[]): boolean {
  const { yes, no, greeting, thanks, filler, nothing, bye } = wordsOf(builtInLanguages)
  return isAt(tokens, 0, yes, no, greeting, thanks, filler, nothing, bye)
}

const isAbout = (token: Token | undefined, ...concepts: string[]): boolean =>
  token !== undefined && concepts.some((concept) => conceptsOf([token]).has(concept))

/** Past greetings, courtesy, signs and what is an answer already. */
const skipIdle = (heard: Heard, from: number, words: Words): number =>
  skip(
    heard.tokens,
    from,
    [words.greeting, words.filler, words.yes, words.nameCue],
    (token) => token.kind === 'sign' || isTaken(heard, token),
  )

/** The words from a token on that could be a name, up to what can be none. */
function nameAt(
  heard: Heard,
  from: number,
  words: Words,
  { isSure, most = mostWords }: { isSure: boolean; most?: number },
): Name | undefined {
  const { tokens, text } = heard
  // `for my mother Kamla`, `naam pura likhna Devendra`
  const capital = [0, 1, 2, 3].find((ahead) =>
    /^\p{Lu}\p{Ll}/u.test(tokens[from + ahead]?.raw ?? ''),
  )
  const led = tokens.slice(from, from + (capital ?? 0))
  const isLed =
    led.every(({ raw }) => /^\p{Ll}/u.test(raw)) &&
    (isAbout(tokens[from - 1], 'name') ||
      led.every((token) => isAbout(token, 'relation', 'possessive')))
  const first = isLed ? from + led.length : from
  let at = first
  while (at < first + most && isNamePart(heard, at, first, words)) at += 1
  const [start, end] = [tokens[first]?.start, tokens[at - 1]?.end]
  if (start === undefined || end === undefined || at === first) return undefined
  const value = text.slice(start, end)
  // Where there are no capitals a name ends before a sign.
  const isCased = /\p{Script=Latin}/u.test(value)
  const next = tokens[at]
  const isEnded =
    next === undefined || next.kind === 'sign' || text.slice(end, next.start).includes('\n')
  if (!isSure && !(isCased ? isCapitalised(value) : isEnded)) return undefined
  // Small letters in several messages are rather talk than a name.
  const isTalk = isCased && !isCapitalised(value) && at - first > 1 && heard.isPart
  return Array.from(value).length >= 2 && !isTalk ? { start, end, value } : undefined
}

/** Whether a token may be a word of a name that begins at `first`. */
function isNamePart(heard: Heard, at: number, first: number, words: Words): boolean {
  const { tokens, text } = heard
  const token = tokens[at]
  if (token?.kind !== 'word' || isTaken(heard, token) || isAbout(token, 'age', 'relation'))
    return false
  const isInside = at > first
  if (isInside && text.slice(tokens[at - 1]?.end, token.start).includes('\n')) return false
  const { afterName, request, filler, interrogative, thanks, correction, nothing, yes, no } = words
  if (isAt(tokens, at, afterName, request, filler, interrogative, thanks, correction)) return false
  if (isAt(tokens, at, nothing, yes, no)) return false
  const isCapital = /^\p{Lu}/u.test(token.raw)
  if (!isCapital && isAt(tokens, at, words.when)) return false
  // `de la Cruz` is part of a name, `and` is not.
  const isLink = /^(?:de|da|do|dos|del|la|el|al|bin|von|van|der|abu|ben)$/.test(token.word)
  return !isStopword(token.word) || (isInside && (isLink || isCapital))
}

const isCapitalised = (name: string): boolean =>
  name
    .split(/\s+/)
    .every((part) => /^\p{Lu}/u.test(part) || /^(?:de|da|do|del|la|al|bin|von|van)$/u.test(part))
