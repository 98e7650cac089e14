import { arabic } from './arabic.ts'
import { english } from './english.ts'
import { hindi } from './hindi.ts'
import { hinglish } from './hinglish.ts'
import { spanish } from './spanish.ts'

/** What an answer has to keep to, as it is read. */
interface Limits {
  min: string
  max: string
}

/** What is said where no model writes: one set of sentences for each language. */
export interface Phrases {
  /** BCP 47. */
  tag: string
  /** Names and numbers are written as this language does. */
  locale: string
  hello: (business: string) => string
  /** Asks for a field of which the owner has written no question. */
  ask: (label: string) => string
  askAll: string
  choose: (options: string) => string
  example: (example: string) => string
  /** Before the same question again. */
  problems: Partial<Record<string, (limits: Limits) => string>>
  /** The contact would rather not say something that is needed. */
  needed: (label: string) => string
  fine: string
  noted: string
  summary: (lines: string) => string
  whatToChange: string
  done: string
  pleasure: string
  handoff: string
  /** A question that nobody has told the answer to. */
  dontKnow: string
  /** On the button that opens a list, in at most twenty letters. */
  showChoices: string
  yes: string
  no: string
  received: string
  /** What the product says itself, when nobody answers. */
  exhausted: string
  voiceNote: string
  /** A file of the contact could not be loaded. */
  sendAgain: string
  fallback: string
  /** The contact has put an end to the chat, or wants no more messages. */
  chatEnded: string
  optedOut: string
  /** With one of these, and nothing else, people put an end to a chat; in small letters. */
  endWords: string[]
}

const all = [english, hindi, hinglish, spanish, arabic]

/** The sentences of a language, or of the wider one; none when nobody has written them. */
export function phrasesFor(language: string): Phrases | undefined {
  const found = all.find(({ tag }) => tag.toLowerCase() === language.toLowerCase())
  const end = language.lastIndexOf('-')
  return found ?? (end > 0 ? phrasesFor(language.slice(0, end)) : undefined)
}

/** In whatever language: the sentences of the one whose word it is; nothing when it is none. */
export const phrasesEndedBy = (folded: string): Phrases | undefined =>
  all.find(({ endWords }) => endWords.includes(folded))
