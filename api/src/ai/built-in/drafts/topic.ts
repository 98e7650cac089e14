import type { DraftedField } from '../../drafts.ts'

/** A field of a topic; what is missing is as it mostly is. */
export type TopicField = Pick<DraftedField, 'key' | 'label' | 'type' | 'question' | 'reason'> &
  Partial<DraftedField>

/** A kind of job that shops give to an assistant. */
export interface Topic {
  name: string
  /** Words of a prompt that speak of it, as word beginnings in small letters. */
  words: string[]
  /** What the assistant is there for. */
  goal: string
  greeting: string
  done: string
  fields: TopicField[]
}

export const person: TopicField = {
  key: 'name',
  label: 'Name',
  type: 'text',
  question: 'May I have your name, please?',
  reason: 'To know who it is for',
}

export const notes: TopicField = {
  key: 'notes',
  label: 'Anything else',
  type: 'long_text',
  required: false,
  question: 'Is there anything else that we should know?',
  reason: 'For wishes that no other question asks about',
}

export const phone: TopicField = {
  key: 'callback_number',
  label: 'Number to call back',
  type: 'phone',
  required: false,
  question: 'Is there another number on which we can reach you?',
  reason: 'When WhatsApp is not the best way to reach somebody',
}

export const email: TopicField = {
  key: 'email',
  label: 'E-mail',
  type: 'email',
  required: false,
  question: 'Which e-mail address may we write to?',
  reason: 'For a written confirmation',
}
