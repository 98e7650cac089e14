import type { JobField } from '@errand/contract/job-field'

import { phraseAt, phraseMap, readWordFile, tokensOf, type Token } from './text.ts'

const concepts = phraseMap(
  Object.entries(readWordFile('concepts') as Record<string, string[]>).flatMap(
    ([concept, phrases]) => phrases.map((phrase) => [phrase, concept] as const),
  ),
)

/** Where anything that a concept stands for is named, and which ones. */
export const findConcepts = (tokens: readonly Token[]) =>
  tokens.flatMap((_, at) => phraseAt(tokens, at, concepts) ?? [])

/** What a text is about, whatever its language. */
export const conceptsOf = (text: string | readonly Token[]): Set<string> =>
  new Set(
    findConcepts(typeof text === 'string' ? tokensOf(text) : text).flatMap(({ values }) => values),
  )

const conceptsByField = new WeakMap<JobField, ReadonlySet<string>>()

/** What a field asks for, by all that its owner has written on it. */
export function conceptsOfField(field: JobField): ReadonlySet<string> {
  const { key, label, question = '' } = field
  const about =
    conceptsByField.get(field) ?? conceptsOf(`${key.replaceAll('_', ' ')} ${label} ${question}`)
  conceptsByField.set(field, about)
  return about
}

/** Concepts that many sentences share say least. */
const general = new Set([
  'price',
  'fees',
  'appointment',
  'availability',
  'opening_hours',
  'open_now',
  'name',
  'included',
  'estimate',
  'doctor',
  'phone',
  'age',
  'relation',
  'talk',
  'bot',
  'number_of_people',
  'possessive',
  'boss',
  'note',
  'problem',
  'repair',
  'urgent',
])

/** Whether a concept tells little of what a sentence is about. */
export const isGeneral = (concept: string): boolean => general.has(concept)

/** Whether the question is what something costs. */
export const isAboutPrice = (about: ReadonlySet<string>): boolean =>
  about.has('price') || about.has('fees')

/** Whether the question is when the business is open. */
export const isAboutHours = (about: ReadonlySet<string>): boolean =>
  ['opening_hours', 'open_now', 'closed_holiday'].some((concept) => about.has(concept))

/** Whether somebody wonders who answers; who wants to talk to a person asks for one. */
export function asksWhetherBot(tokens: readonly Token[]): boolean {
  const about = conceptsOf(tokens)
  return about.has('bot') && !about.has('talk')
}

/** Whether a question is for something that only the owner can promise. */
export function isPlea({ tokens }: { tokens: readonly Token[] }): boolean {
  const about = conceptsOf(tokens)
  return about.has('discount') || about.has('refund')
}
