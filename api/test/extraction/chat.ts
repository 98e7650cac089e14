import type { HandoffReason } from '@errand/contract/chats/session'
import type { JobField } from '@errand/contract/job-field'
import type { CreateJobInput } from '@errand/contract/jobs'

import { testField } from '../turns.ts'

/** A chat that a contact could have had, and what a person would write down of it. */
export interface ExtractionChat {
  name: string
  fields: JobField[]
  job?: Partial<CreateJobInput>
  /** Where the business is; in India without it. */
  locale?: string
  /** What the contact writes; several lines of one turn come in a burst. */
  says: (string | string[])[]
  expected: Record<string, unknown>
  /** What the assistant does at the end; it goes on without it. */
  ends?: 'complete' | 'handoff' | 'ignore'
  reason?: HandoffReason
  /** What was asked for and not got. */
  refused?: string[]
  /** What the last reply has to say. */
  reply?: RegExp
  /** What the business says of itself. */
  description?: string
  /** From when to when the business is open each day; it does not say without it. */
  open?: [from: string, to: string]
  /** Whether the owner is asked at the end. */
  isOwners?: boolean
}

/** What is asked for, what the contact writes, and what a person would write down of it. */
export type ChatRow = [
  fields: JobField[],
  says: ExtractionChat['says'],
  expected: ExtractionChat['expected'],
  more?: Partial<ExtractionChat>,
]

/** Chats that are named by what is said in them. */
export const chatsOf = (rows: ChatRow[]): ExtractionChat[] =>
  rows.map(([fields, says, expected, more]) => ({
    name: says.flat().join(' / '),
    fields,
    says,
    expected,
    ...more,
  }))

/** The fields of the chats: on Saturday, 21 November 2026, at half past five in India. */
export const name = testField('name')
export const people = testField('people', 'integer', {
  label: 'People',
  question: 'For how many people?',
  validation: { min: 1, max: 20 },
})
export const when = testField('when', 'datetime', {
  label: 'When',
  question: 'For which day and time?',
})
export const day = testField('day', 'date', { label: 'Day', question: 'Which day suits you?' })
export const time = testField('time', 'time', { label: 'Time', question: 'At what time?' })
export const phone = testField('phone', 'phone', {
  label: 'Phone',
  question: 'On which number can we call you?',
})
export const email = testField('email', 'email', {
  label: 'E-mail',
  question: 'What is your e-mail address?',
})
export const site = testField('site', 'url', {
  label: 'Web site',
  question: 'What is your web site?',
})
export const size = testField('size', 'select', {
  question: 'Which size?',
  options: [
    { value: 'small', label: 'Small', synonyms: ['chhota', 'half kg'] },
    { value: 'medium', label: 'Medium' },
    { value: 'large', label: 'Large', synonyms: ['bada', 'grande', 'big'] },
    { value: 'extra_large', label: 'Extra large', synonyms: ['xl'] },
  ],
})
export const toppings = testField('toppings', 'multi_select', {
  question: 'Which toppings?',
  options: [
    { value: 'nuts', label: 'Nuts' },
    { value: 'cherries', label: 'Cherries', synonyms: ['cherry'] },
    { value: 'chocolate', label: 'Chocolate', synonyms: ['choco'] },
  ],
})
export const budget = testField('budget', 'currency', { question: 'What is your budget?' })
export const eggless = testField('eggless', 'boolean', { question: 'Should it be eggless?' })
export const stars = testField('stars', 'rating', {
  label: 'Rating',
  question: 'How was it, from 1 to 5?',
})
export const weight = testField('weight', 'number', {
  label: 'Weight',
  question: 'How many kilos?',
})
export const address = testField('address', 'address', { question: 'Where shall we deliver it?' })
export const service = testField('service', 'text', { question: 'What would you like to book?' })
export const notes = testField('notes', 'long_text', { question: 'Anything else?' })
export const bike = testField('bike', 'text', { question: 'Which bike is it?' })
export const mileage = testField('mileage', 'integer', { question: 'How many kilometres?' })
export const problem = testField('problem', 'long_text', { question: 'What is wrong?' })
export const place = testField('place', 'location', { question: 'Where are you?' })
