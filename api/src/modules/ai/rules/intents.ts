import { isAnd } from '../../answers/numbers/quantity-words.ts'
import { readEmojiAnswer } from '../../answers/read-choice.ts'
import type { Found, ScannedMessage } from './scanned-message.ts'
import {
  isAt,
  isStopword,
  phraseAt,
  phrasesIn,
  says,
  saysOnly,
  skip,
  type Clause,
  type Token,
} from './text.ts'
import type { Words } from './words.ts'

type WrittenText = Pick<ScannedMessage, 'text' | 'tokens'>

/** Nothing but a greeting, courtesy, a laugh or a picture. */
export const isOnlyCourtesy = ({ tokens }: WrittenText, words: Words): boolean =>
  tokens.every(({ kind }) => kind === 'sign') ||
  saysOnly(tokens, words.greeting, words.filler, words.bye)

/** A greeting, and nothing else but courtesy. */
export const isGreeting = ({ tokens }: WrittenText, words: Words): boolean =>
  says(tokens, words.greeting) && saysOnly(tokens, words.greeting, words.filler)

/** Thanks, and nothing else but courtesy. */
export const isThanks = ({ tokens }: WrittenText, words: Words): boolean =>
  says(tokens, words.thanks) &&
  saysOnly(tokens, words.thanks, words.filler, words.bye, words.yes, words.greeting)

/** A few words with thanks, and nothing against it: `carrément, merci !` */
export const isSatisfied = ({ tokens, clauses }: ScannedMessage, words: Words): boolean =>
  tokens.length <= 8 &&
  says(tokens, words.thanks) &&
  !says(
    tokens,
    words.no,
    words.correction,
    words.nothing,
    words.refusal,
    words.later,
    words.drop,
  ) &&
  !clauses.some((clause) => isQuestion(clause, words))

/** A yes and nothing that takes it back. */
export function isYes({ text, tokens }: WrittenText, words: Words): boolean {
  const signs = readEmojiAnswer(text)
  if (signs !== undefined) return signs
  const isOnly = saysOnly(tokens, words.yes, words.filler, words.thanks, words.bye, words.greeting)
  if (isOnly && says(tokens, words.yes)) return true
  if (says(tokens, words.correction)) return false
  const isPhrase = phrasesIn(tokens, words.yes).some(({ from, to }) => to - from > 1)
  return (
    (tokens.length <= 6 && isPhrase && !says(tokens, words.no)) ||
    (tokens.length <= 8 &&
      beginsWith(tokens, words.yes) &&
      !tokens.some(({ kind }) => kind === 'digits'))
  )
}

/** A no, and nothing else but courtesy. */
export function isNo({ text, tokens }: WrittenText, words: Words): boolean {
  const signs = readEmojiAnswer(text)
  if (signs !== undefined) return !signs
  return (
    says(tokens, words.no) && saysOnly(tokens, words.no, words.filler, words.thanks, words.greeting)
  )
}

/** What a message begins with, courtesy aside. */
export function beginsWith(tokens: readonly Token[], set: Words['yes']): boolean {
  const first = tokens.findIndex(({ kind }) => kind !== 'sign')
  return isAt(tokens, first, set)
}

/** The yes or no that a message begins with, or consists of in pictures. */
export function findLeadingAnswer(
  { text, tokens }: ScannedMessage,
  words: Words,
): Found | undefined {
  const signs = readEmojiAnswer(text)
  const all = { start: 0, end: text.length }
  if (signs !== undefined) return { ...all, value: signs }
  for (const [at, token] of tokens.entries()) {
    const no = phraseAt(tokens, at, words.no) ?? phraseAt(tokens, at, words.nothing)
    const yes = phraseAt(tokens, at, words.yes)
    const match = no !== undefined && (yes === undefined || no.to >= yes.to) ? no : yes
    if (match !== undefined)
      return {
        start: token.start,
        end: tokens[match.to - 1]?.end ?? token.end,
        value: match !== no,
      }
    if (token.kind !== 'sign' && !isAt(tokens, at, words.filler, words.greeting)) return undefined
  }
  return undefined
}

/** The contact would rather not say it, or has nothing to say. */
export function refuses({ tokens }: Pick<WrittenText, 'tokens'>, words: Words): boolean {
  const { nothing, no, yes, later, drop } = words
  if (isRefusal(tokens, words) || says(tokens, later, drop)) return true
  if (!says(tokens, nothing, no)) return false
  const isBoth = tokens.length <= 10 && says(tokens, nothing) && beginsWith(tokens, yes)
  return isBoth || countBeside(tokens, nothing, words) <= (isLong(tokens, nothing) ? 1 : 0)
}

/** `I would rather not say`, or `skip` alone: `my bike skips gears` refuses nothing. */
export const isRefusal = (tokens: readonly Token[], words: Words): boolean =>
  isLong(tokens, words.refusal) ||
  (says(tokens, words.refusal) && countBeside(tokens, words.refusal, words) === 0)

/** Whether a phrase of several words is said, which means nothing else. */
const isLong = (tokens: readonly Token[], set: Words['yes']): boolean =>
  phrasesIn(tokens, set).some(({ from, to }) => to - from > 1)

/** How many words with content are said beside phrases of a set and courtesy. */
function countBeside(tokens: readonly Token[], set: Words['yes'], words: Words): number {
  const { no, filler, thanks, greeting, correction } = words
  const sets = [correction, set, no, filler, thanks, greeting]
  const isSmall = ({ kind, word }: Token) => kind === 'sign' || isStopword(word)
  let beside = -1
  for (let at = -1; at < tokens.length; beside += 1) at = skip(tokens, at + 1, sets, isSmall)
  return beside
}

/** Whether something that was said before is taken back. */
export const corrects = ({ tokens }: WrittenText, words: Words): boolean =>
  says(tokens, words.correction)

/** Courtesy, a yes or a no, or no word at all: with a question mark it asks whether anybody is there. */
const asksNothing = (tokens: readonly Token[], words: Words): boolean => {
  const { greeting, filler, thanks, bye, yes, no } = words
  return (
    tokens.every(({ kind }) => kind === 'sign') ||
    saysOnly(tokens, greeting, filler, thanks, bye, yes, no) ||
    callsOnly(tokens, words)
  )
}

/** `Are you still there?`, `anyone there`, `and`: no word says what is asked but whether somebody is there. */
function callsOnly(tokens: readonly Token[], words: Words): boolean {
  const { greeting, filler, thanks, bye, yes, no, people, presence } = words
  if (says(tokens, words.asksWhat)) return false
  const said = tokens.filter(({ kind }) => kind !== 'sign')
  const [only, ...others] = said
  if (others.length === 0) return isAnd(only?.word)
  const sets = [greeting, filler, thanks, bye, yes, no, people, presence]
  const isSmall = ({ kind, word }: Token) => kind === 'sign' || isStopword(word)
  return says(said, presence) && skip(tokens, 0, sets, isSmall) === tokens.length
}

/** `Hello?`, `yes?`, a picture with a question mark: who waits, and asks no more than that. */
export const isNudge = ({ text, tokens }: WrittenText, words: Words): boolean =>
  (/[?؟]/.test(text) || (callsOnly(tokens, words) && says(tokens, words.interrogative))) &&
  asksNothing(tokens, words)

/** Whether a sentence asks something. */
export function isQuestion({ tokens, isAsked }: Clause, words: Words): boolean {
  if (asksNothing(tokens, words)) return false
  if (isAsked || says(tokens, words.asksAnywhere)) return true
  const { filler, greeting } = words
  const first = skip(tokens, 0, [filler, greeting], ({ kind }) => kind === 'sign')
  // A single word asks only where it begins the sentence: `que` and `when` stand within others too.
  return phrasesIn(tokens, words.interrogative).some(
    ({ from, to }) => from === first || to - from > 1,
  )
}
