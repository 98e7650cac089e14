import type { JobField } from '@errand/contract/job-field'

import { searchWordsText, wordsOf } from '../../src/modules/chats/search/search-words.ts'
import type { messages } from '../../src/platform/database/schema.ts'
import type { DemoJob } from './catalogue.ts'
import { dayMs, addMs, type DemoAccount, type Random } from './demo-account.ts'
import type { Language, QuestionKind } from './languages.ts'

/** A line of a chat. */
export interface Line {
  author: 'contact' | 'assistant' | 'owner'
  text: string
  /** The answer that it gives. */
  answer?: { key: string; value: unknown }
}

interface Talk {
  random: Random
  demo: DemoJob
  fields: readonly JobField[]
  name: string
  at: Date
  /** The day that the contact asks for; any of the next two weeks unless it is set. */
  bookedFor: string | undefined
}

/**
 * Makes a chat of exactly that many lines. A whole one ends with all answers confirmed; any other breaks
 * off before.
 */
export function makeLines(
  talk: Talk,
  { length, isWhole }: { length: number; isWhole: boolean },
): Line[] {
  const needed = linesNeeded(talk.fields.length)
  const wanted = isWhole ? length : Math.max(length, needed) + 2
  const pairs = withSmallTalk(talk, requiredPairs(talk), Math.floor((wanted - needed) / 2))
  const lines = pairs.flat()
  // An odd number: the assistant asks twice.
  if (isWhole && lines.length < length) {
    lines.splice(2, 0, { author: 'assistant', text: talk.demo.language.chase })
  }
  return lines.slice(0, length)
}

/** How many lines the shortest whole chat has. */
export const linesNeeded = (fields: number): number => 2 * fields + 4

type Pair = readonly [asked: Line, answered: Line]

/** The shortest whole chat, from the greeting to the good-bye. */
function requiredPairs(talk: Talk): Pair[] {
  const { random, demo, fields } = talk
  const { language } = demo
  const [first, ...others] = fields
  const asks = [...others.map(({ question = '' }) => question), undefined]
  const answers = fields.map((field) => answerTo(talk, field))
  const summary = answers.map(({ shown }) => shown).join(', ')
  return [
    [
      lineBy('contact', random.pick(language.openings)),
      lineBy('assistant', `${language.greeting} ${first?.question ?? ''}`),
    ],
    ...answers.map(({ line }, index): Pair => [
      line,
      lineBy('assistant', asks[index] ?? language.confirm.replace('{}', summary)),
    ]),
    [lineBy('contact', random.pick(language.yes)), lineBy('assistant', language.done)],
  ]
}

const lineBy = (author: Line['author'], text: string): Line => ({ author, text })

function answerTo(
  { random, demo, name, at, bookedFor }: Talk,
  field: JobField,
): { line: Line; shown: string } {
  const { language } = demo
  const { value, shown } = valueFor(field, { random, language, name, at, bookedFor })
  const [, , ...answers] = language.questions[field.key as QuestionKind]
  const text = random.pick(answers).replace('{}', shown)
  return { line: { author: 'contact', text, answer: { key: field.key, value } }, shown }
}

function valueFor(
  { type, options = [] }: JobField,
  { random, language, name, at, bookedFor }: Omit<Talk, 'demo' | 'fields'> & { language: Language },
): { value: unknown; shown: string } {
  if (type === 'select') {
    const { value, label } = random.pick(options)
    return { value, shown: label }
  }
  if (type === 'date') {
    const later = addMs(at, random.between(1, 14) * dayMs)
    const day = bookedFor === undefined ? later : new Date(bookedFor)
    const shown = day.toLocaleDateString(language.code, {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    })
    return { value: day.toISOString().slice(0, 10), shown }
  }
  if (type === 'time') {
    const value = `${String(random.between(9, 17)).padStart(2, '0')}:${random.pick(['00', '30'])}`
    return { value, shown: value }
  }
  if (type === 'integer') {
    const value = random.between(1, 12)
    return { value, shown: String(value) }
  }
  const value = type === 'long_text' ? random.pick(language.notes) : name
  return { value, shown: value }
}

/** Adds other questions at random positions between the greeting and the good-bye. */
function withSmallTalk({ random, demo }: Talk, pairs: Pair[], extra: number): Pair[] {
  const asides: Pair[] = []
  while (asides.length < extra) {
    for (const [asked, answered] of random.shuffle(demo.language.talk)) {
      asides.push([lineBy('contact', asked), lineBy('assistant', answered)])
    }
  }
  const all: Pair[] = [...pairs]
  for (const aside of asides.slice(0, extra))
    all.splice(random.between(1, all.length - 1), 0, aside)
  return all
}

/** Has the contact ask for a person, and the owner answer from there on. */
export function handOver(lines: Line[], random: Random, language: Language): Line[] {
  const from = lines.findIndex(
    ({ author }, index) => author === 'contact' && index >= Math.floor(lines.length * 0.6),
  )
  if (from === -1) return lines
  return lines.map((line, index) => {
    if (index < from) return line
    if (index === from) return lineBy('contact', random.pick(language.wantsPerson))
    return line.author === 'contact' ? line : lineBy('owner', random.pick(language.owner))
  })
}

/** The contact ends by asking for a person, whom nobody has answered yet. */
export const askForPerson = (lines: Line[], random: Random, language: Language): Line[] => [
  ...lines.slice(0, -1),
  lineBy('contact', random.pick(language.wantsPerson)),
]

/** The message as the provider has refused it. */
export const refuse = (message: MadeMessage): MadeMessage => ({
  ...message,
  status: 'failed',
  statusAt: { ...message.statusAt, failed: addMs(message.createdAt, secondMs).toISOString() },
  error: undeliverable,
})

/** A message as it is stored. */
export type MadeMessage = typeof messages.$inferInsert

const secondMs = 1000
const minuteMs = 60 * secondMs

/** The time of each line, counted from the first one. */
export function timeLines(lines: readonly Line[], random: Random): number[] {
  let at = 0
  return lines.map(({ author }, index) => {
    if (index > 0) at += waitBefore(author, random)
    return at
  })
}

function waitBefore(author: Line['author'], random: Random): number {
  if (author === 'assistant') return random.between(9 * secondMs, 25 * secondMs)
  if (author === 'owner') return random.between(minuteMs, 25 * minuteMs)
  return random.between(15 * secondMs, random.chance(0.1) ? 40 * minuteMs : 6 * minuteMs)
}

interface LineToStore {
  account: DemoAccount
  sessionId: string
  seq: number
  line: Line
  at: Date
}

/** One line of a chat as a row, not charged yet. */
export function makeMessage({ account, sessionId, seq, line, at }: LineToStore): MadeMessage {
  const { ownerId, newId, random } = account
  const isInbound = line.author === 'contact'
  const id = newId('message', at)
  const base = {
    id,
    ownerId,
    sessionId,
    direction: isInbound ? ('in' as const) : ('out' as const),
    author: line.author,
    seq,
    type: 'text' as const,
    text: line.text,
    searchWords: searchWordsText(ownerId, wordsOf(line.text)),
    createdAt: at,
    billed: null,
    error: null,
  }
  if (isInbound) {
    return {
      ...base,
      status: 'received',
      statusAt: { received: at.toISOString() },
      attempts: 0,
      providerId: `demo.in.${id}`,
      readByOwnerAt: addMs(at, random.between(minuteMs, 90 * minuteMs)),
    }
  }
  return {
    ...base,
    ...delivery(account, at),
    attempts: 1,
    providerId: `demo.out.${id}`,
    readByOwnerAt: null,
  }
}

/** The delivery of a sent message: most are read, a few fail. */
function delivery(
  { random, now }: DemoAccount,
  at: Date,
): Pick<MadeMessage, 'status' | 'statusAt' | 'error'> {
  const sent = addMs(at, 400)
  const delivered = addMs(sent, random.between(300, 9000))
  const read = addMs(delivered, random.between(2, 600) * secondMs)
  const statusAt = { queued: at.toISOString(), sent: sent.toISOString() }
  const lot = random.next()
  if (lot < 0.001) {
    return {
      status: 'failed',
      statusAt: { ...statusAt, failed: delivered.toISOString() },
      error: undeliverable,
    }
  }
  if (lot < 0.05) return { status: 'sent', statusAt, error: null }
  const arrived = { ...statusAt, delivered: delivered.toISOString() }
  if (lot < 0.25 || read > now) return { status: 'delivered', statusAt: arrived, error: null }
  return { status: 'read', statusAt: { ...arrived, read: read.toISOString() }, error: null }
}

const undeliverable = {
  code: 131_026,
  title: 'Not on WhatsApp',
  detail:
    'The number is not on WhatsApp, has an old version of the app, or has not accepted its terms.',
  retryable: false,
  action: 'none' as const,
}
