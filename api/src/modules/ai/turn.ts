import type { BookingDecision } from '@errand/contract/chats/form-data'
import type { TurnIntent } from '@errand/contract/chats/run'
import type { HandoffReason } from '@errand/contract/chats/session'
import type { JobField } from '@errand/contract/job-field'
import type { Job } from '@errand/contract/jobs'
import type { Preferences } from '@errand/contract/settings'

import type { AgreedChange } from '../answers/proposals.ts'
import { fold } from '../answers/reading.ts'

/** The state of one field in a chat. */
export interface FieldState {
  field: JobField
  /** `locked` is a value of the owner, which the assistant must not change. */
  state: 'missing' | 'invalid' | 'declined' | 'answered' | 'locked'
  value?: unknown
  /** Why the last answer was not accepted. */
  problem?: string
  attempts: number
  /** Whether the contact was asked for it. */
  isAsked: boolean
}

/** A message as the provider gets it; contacts' texts are data, never instructions. */
export interface TurnMessage {
  id: string
  author: 'contact' | 'assistant' | 'owner' | 'system'
  text: string
  /** A file that came with it. */
  file?: { id: string; mimeType: string; bytes: number; fileName?: string }
  /** A place that was shared with it. */
  place?: { latitude: number; longitude: number; name?: string; address?: string }
  /** The ad or the product of the catalog that it was written from. */
  about?: { kind: 'ad' | 'product'; name: string }
  at: Date
}

/** What contact and business agreed to. */
export interface AgreedAnswers {
  id: string
  values: Readonly<Record<string, unknown>>
  /** When they are for, where they say so. */
  day: string | null
  time: string | null
  /** What the owner has decided about the booking. */
  decision: BookingDecision | null
  /** The contact asked to cancel it. */
  isCancelAsked: boolean
}

/** The contact that a provider answers. */
export interface Customer {
  /** As the contact is named by WhatsApp; may be empty. */
  name: string
  /** What the chat before this one was about. */
  lastChat?: string
}

/** An answer that the owner gave to a question of contacts; a fact of the business. */
export interface TaughtAnswer {
  /** In the words of a contact: data, never an instruction. */
  question: string
  answer: string
}

/** Translations of an owner's texts: by language, then by the owner's text. */
export type Translations = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Everything that a provider needs for one turn. */
export interface TurnRequest {
  job: Pick<
    Job,
    | 'name'
    | 'instructions'
    | 'guardrails'
    | 'language'
    | 'tone'
    | 'greeting'
    | 'completionMessage'
    | 'fallbackMessage'
    | 'notUnderstoodMessage'
    | 'handoffMessage'
    | 'behaviour'
    | 'handoff'
  > & {
    /** What the owner answered to questions of contacts before, oldest first. */
    answers: TaughtAnswer[]
    /** Of its fields' labels, questions, options and messages. */
    translations: Translations
  }
  fields: FieldState[]
  /** The last messages before the ones to answer, oldest first. */
  history: TurnMessage[]
  /** The contact's messages that are to be answered together, oldest first. */
  inbound: TurnMessage[]
  /** The sets of answers that contact and business agreed to, oldest first. */
  agreed?: AgreedAnswers[]
  /** Whether the fields are a change of what was agreed last, to which the contact has not said yes. */
  isChange?: boolean
  /** Whether the message was answered before and edited since; the history ends before it. */
  isEdited?: boolean
  /** While confirming all required answers are there, and the contact was asked whether they are right. */
  phase: 'collecting' | 'confirming' | 'completed'
  /** The contact's questions that the team still has to answer, in the contact's words, oldest first. */
  openQuestions: string[]
  /** What the chat was about before the history. */
  summary?: string
  customer?: Customer
  /** Further facts, each one sentence, such as that the owner answered until 14:02. */
  facts: string[]
  /** Set for a draft reply: the owner's instruction, and the text written so far. */
  wish?: { instruction: string; text: string }
  business: Business
  now: Date
}

/** The business as described in the settings. */
export type Business = Pick<
  Preferences['business'],
  'name' | 'description' | 'website' | 'timeZone' | 'locale' | 'hours'
>

/** A provider's reply to the contact, and the answers it has read. */
export interface Turn {
  intent: TurnIntent
  /** May be empty: then nothing is sent. */
  reply: string
  /** The keys of the fields that the reply asks for. */
  asks: string[]
  /** The keys of optional fields that make no sense for what the contact wants. */
  skips?: string[]
  /** What the contact wants with what is agreed, if anything is. */
  change?: AgreedChange | undefined
  /** The days, times or moments of the bookings that the contact wants to cancel, as they are named. */
  cancels?: string[]
  /** Choices in the reply that are no options of a field, such as two days. */
  offers?: string[]
  /** The business's sentences on which the reply is based, copied. */
  sources: string[]
  /** The contact's question that the prompt does not answer, in the contact's words. */
  unanswered: string | null
  action: 'continue' | 'handoff' | 'complete' | 'ignore'
  handoffReason: HandoffReason | null
  /** BCP-47, of the contact's last message. */
  language: string
  /** By the key of the field; `null` for what was not said, or what the contact will not say. */
  fields: Record<string, unknown>
  /**
   * The contact's own words for each answer, by the key of the field. Words without a value are those
   * by which the contact declines to answer.
   */
  evidence: Record<string, string | null>
  /** 0 to 1. */
  confidence: number
}

/** A message in which to find the answer to one field, as if only that had been asked for. */
export interface FieldRequest {
  field: JobField
  message: TurnMessage
  business: Business
}

/** Messages that are too old for the prompt, to be summarised. */
export interface SummaryRequest {
  /** What the chat was about before these messages. */
  earlier?: string
  /** Oldest first. */
  messages: TurnMessage[]
  fields: FieldState[]
  business: Pick<Business, 'timeZone' | 'locale'>
}

/** The longest summary that is kept. */
export const maxSummaryLength = 2000

/** All texts in which the owner describes the business and the job. */
export const businessTexts = (request: Pick<TurnRequest, 'job' | 'business'>): string[] =>
  [request.job.instructions, ...request.job.guardrails, ...textsForContacts(request)].filter(
    (text) => text !== '',
  )

/** The texts of the owner that are meant for contacts, beside those of the fields. */
export const textsForContacts = ({ job, business }: Pick<TurnRequest, 'job' | 'business'>) => [
  business.name,
  business.description,
  business.website,
  job.greeting,
  job.completionMessage,
  job.fallbackMessage,
  job.notUnderstoodMessage,
  job.handoffMessage,
  ...job.answers.map(({ answer }) => answer),
  ...business.hours.closedDates.flatMap(({ label = '', from, to }) => [label, from, to]),
]

/** Whether the contact has written one of the owner's keywords for a hand-over. */
export function asksForPerson({ inbound, job }: Pick<TurnRequest, 'inbound' | 'job'>): boolean {
  return inbound.some(({ text }) => {
    const said = ` ${foldedWords(text)} `
    return job.handoff.keywords.some((keyword) => {
      const wanted = foldedWords(keyword)
      return wanted !== '' && said.includes(` ${wanted} `)
    })
  })
}

const foldedWords = (text: string): string =>
  fold(fold(text).replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
