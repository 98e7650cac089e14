import * as z from 'zod/mini'

import { pageOf, pageQuery } from '../page.ts'
import { messageChoicesSchema } from './message.ts'
import { handoffReasons } from './session.ts'

/**
 * Where the assistant is with one answer: it waits for the contact to be done writing, asks the
 * model, and sends. `parked` waits for the contact to open the 24-hour window; the last three are
 * ends. `locked` and `validating` were steps of earlier releases.
 */
export const assistantRunStates = [
  'debouncing',
  'locked',
  'thinking',
  'validating',
  'sending',
  'parked',
  'done',
  'cancelled',
  'error',
] as const
export type AssistantRunState = (typeof assistantRunStates)[number]

/** Why the assistant does not answer, or no more. */
export const runStopReasons = [
  'owner',
  'newer_message',
  'opt_out',
  'blocked',
  'closed',
  'no_job',
  'assistant_off',
  'job_paused',
  'reaction',
  'too_old',
  'outside_hours',
  'exhausted',
  'hourly_limit',
  'daily_cap',
  'loop',
  'max_turns',
  'voice_note',
  'nothing_to_read',
] as const
export type RunStopReason = (typeof runStopReasons)[number]

/** Something that the assistant has read out of what the contact wrote. */
const readFieldSchema = z.object({
  key: z.string(),
  value: z.unknown(),
  evidence: z.optional(z.string()),
  confidence: z.optional(z.number()),
  /** Why it could not be taken. */
  problem: z.optional(z.string()),
})

/** What the contact's messages are, in the main. */
export const turnIntents = [
  'answer',
  'question',
  'correction',
  'refusal',
  'small_talk',
  'complaint',
  'person',
  'stop',
  'other',
] as const
export type TurnIntent = (typeof turnIntents)[number]

/** What came of a run: what was said, and what it was read from. */
export const runResultSchema = z.object({
  intent: z.enum(turnIntents),
  action: z.enum(['continue', 'handoff', 'complete', 'ignore']),
  handoffReason: z.nullable(z.enum(handoffReasons)),
  language: z.string(),
  confidence: z.number(),
  replies: z.array(z.string()),
  /** The keys of the fields that they ask for. */
  asks: z.optional(z.array(z.string())),
  /** What the contact can tap to answer the last of them. */
  choices: z.optional(messageChoicesSchema),
  read: z.array(readFieldSchema),
  /** What the business has said and the reply rests on, word for word. */
  sources: z.array(z.string()),
  /** The contact's question that nothing of the business's answers, in their words. */
  unanswered: z.optional(z.string()),
  /** Kinds of things that were taken out of the reply: nobody had told them to the assistant. */
  removed: z.array(z.string()),
  /** The version of the answers that the contact has seen with it, where they are to be confirmed. */
  confirms: z.optional(z.int()),
})
export type RunResult = z.infer<typeof runResultSchema>

/** Whether the product's own rules have answered, and no model; older rows name them `scripted`. */
export const isBuiltIn = (provider: string): boolean =>
  provider === 'built-in' || provider === 'scripted'

/** One answer of the assistant, from the contact's messages to what was sent: why it said what it said. */
export const assistantRunSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  state: z.enum(assistantRunStates),
  stopReason: z.nullable(z.enum(runStopReasons)),
  /** The places in the chat of the first and the last message that it answers. */
  seqFrom: z.nullable(z.int()),
  seqTo: z.nullable(z.int()),
  jobVersion: z.nullable(z.int()),
  /** How often the model was asked. */
  attempt: z.int(),
  provider: z.nullable(z.string()),
  model: z.nullable(z.string()),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** How long the model took. */
  latencyMs: z.nullable(z.int()),
  result: z.nullable(runResultSchema),
  error: z.nullable(z.string()),
  messageIds: z.array(z.string()),
  /** While it waits for the contact to be done: when it will answer. */
  answersAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
})
export type AssistantRun = z.infer<typeof assistantRunSchema>

/** The query of `GET /chats/sessions/{id}/runs`. */
export const listRunsQuerySchema = z.object({
  ...pageQuery,
  /** Only the run that says this message. */
  messageId: z.optional(z.string().check(z.regex(/^msg_[0-9A-Z]{26}$/))),
})

/** The answer of `GET /chats/sessions/{id}/runs`, newest first. */
export const runListSchema = z.object(pageOf(assistantRunSchema))

/** What `run.state` tells, beside the chat's `run`: when the assistant will answer. */
export const runEventSchema = z.object({
  run: z.object({
    id: z.string(),
    state: z.enum(assistantRunStates),
    answersAt: z.nullable(z.iso.datetime()),
    stopReason: z.nullable(z.enum(runStopReasons)),
  }),
})

/** The answer of `POST /chats/sessions/{id}/typing`: until then the assistant says nothing. */
export const holdResponseSchema = z.object({
  success: z.literal(true),
  heldUntil: z.iso.datetime(),
})
