import * as z from 'zod/mini'

import { call } from '../call.ts'
import { pageOf, pageQuery } from '../page.ts'
import { messageChoicesSchema } from './message.ts'
import { handoffReasons } from './session.ts'

/**
 * The states of a run: it waits for the contact to finish writing, asks the model, and sends. `parked`
 * waits for the contact to open the 24-hour window; the last three are final. `locked` and `validating`
 * were steps of earlier releases.
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

/** Why a run was not started, or stopped. */
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

/** An answer that the assistant read from the contact's messages. */
const readFieldSchema = z.object({
  key: z.string(),
  value: z.unknown(),
  evidence: z.optional(z.string()),
  confidence: z.optional(z.number()),
  /** Why the answer was not accepted. */
  problem: z.optional(z.string()),
})

/** The main intent of the contact's messages. */
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

/** The result of a run: the replies, and the answers that were read. */
export const runResultSchema = z.object({
  intent: z.enum(turnIntents),
  action: z.enum(['continue', 'handoff', 'complete', 'ignore']),
  handoffReason: z.nullable(z.enum(handoffReasons)),
  language: z.string(),
  confidence: z.number(),
  replies: z.array(z.string()),
  /** The keys of the fields that the replies ask for. */
  asks: z.optional(z.array(z.string())),
  /** What the contact can tap to answer the last reply. */
  choices: z.optional(messageChoicesSchema),
  read: z.array(readFieldSchema),
  /** The sentences of the business on which the reply is based, word for word. */
  sources: z.array(z.string()),
  /** The contact's question that the business's texts do not answer, in the contact's words. */
  unanswered: z.optional(z.string()),
  /** The kinds of what was removed from the reply: claims without a source, and what contacts must not read. */
  removed: z.array(z.string()),
  /** The version of the answers that the contact was asked to confirm. */
  confirms: z.optional(z.int()),
})
export type RunResult = z.infer<typeof runResultSchema>

/** Whether the built-in rules answered, and no model; older rows name them `scripted`. */
export const isBuiltIn = (provider: string): boolean =>
  provider === 'built-in' || provider === 'scripted'

/** One run of the assistant: the messages it answers, what was sent, and why. */
export const assistantRunSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  state: z.enum(assistantRunStates),
  stopReason: z.nullable(z.enum(runStopReasons)),
  /** The `seq` of the first and the last message that the run answers. */
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
  /** When the assistant will answer, while it waits for the contact to finish writing. */
  answersAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
})
export type AssistantRun = z.infer<typeof assistantRunSchema>

/** The data of `run.state`, besides the chat's `run`: when the assistant will answer. */
export const runEventSchema = z.object({
  run: z.object({
    id: z.string(),
    state: z.enum(assistantRunStates),
    answersAt: z.nullable(z.iso.datetime()),
    stopReason: z.nullable(z.enum(runStopReasons)),
  }),
})

/** Newest first. */
export const listRunsCall = call('GET /chats/sessions/:id/runs', {
  ids: { id: 'session' },
  query: z.object({
    ...pageQuery,
    /** Only the run that wrote this message. */
    messageId: z.optional(z.string().check(z.regex(/^msg_[0-9A-Z]{26}$/))),
  }),
  answer: z.object(pageOf(assistantRunSchema)),
})

/** Until `heldUntil` the assistant sends nothing. */
export const holdAssistantCall = call('POST /chats/sessions/:id/typing', {
  ids: { id: 'session' },
  answer: z.object({ success: z.literal(true), heldUntil: z.iso.datetime() }),
  problems: [413],
})
