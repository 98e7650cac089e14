import * as z from 'zod/mini'

import { call } from './call.ts'
import { answerMetaSchema, formDataStatuses } from './chats/form-data.ts'
import { maxTextLength } from './chats/message.ts'
import { turnIntents } from './chats/run.ts'
import { handoffReasons } from './chats/session.ts'
import { maxOpenQuestions, maxQuestionLength } from './job-answers.ts'
import { createJobSchema } from './jobs.ts'
import { fieldProblemSchema } from './problem.ts'
import { cleaned, trimmedText } from './text-schemas.ts'

/** The actions of a turn. */
export const turnActions = ['continue', 'handoff', 'complete', 'ignore'] as const

const key = z.string().check(z.maxLength(40))
const text = (max: number) => z.string().check(z.maxLength(max))
const source = answerMetaSchema.shape.source

const origin = {
  /** The index of the message in the call's list. */
  messageId: z.optional(text(40)),
  evidence: z.optional(text(maxTextLength)),
  confidence: z.optional(z.number()),
  at: z.iso.datetime(),
}

const answersShape = {
  status: z.enum(formDataStatuses),
  values: z.record(key, z.unknown()),
  meta: z.record(
    key,
    z.object({
      ...origin,
      source,
      valid: z.boolean(),
      error: z.optional(text(300)),
      attempts: z.int().check(z.nonnegative()),
      previous: z.optional(
        z
          .array(z.object({ value: z.unknown(), at: z.iso.datetime(), source }))
          .check(z.maxLength(20)),
      ),
    }),
  ),
}

/** The state of a test chat; the page sends back what the last answer contained. */
const collectedSchema = z.object({
  ...answersShape,
  /** Whether the contact has said yes to the answers; from then on changes are only proposed. */
  isAgreed: z._default(z.boolean(), false),
  /** The answers with the change that waits for the contact's yes. */
  proposed: z._default(z.nullable(z.object(answersShape)), null),
  /** What was agreed before the last one was begun, oldest first. */
  earlier: z._default(z.array(z.object(answersShape)).check(z.maxLength(20)), []),
  suggestions: z.array(z.object({ ...origin, key, value: z.unknown() })).check(z.maxLength(30)),
  /** The keys of the fields that were asked for, the latest last. */
  asked: z._default(z.array(key).check(z.maxLength(30)), []),
  /** Whether the contact was asked to confirm all answers. */
  isShown: z._default(z.boolean(), false),
  /** The contact's questions that are still open, oldest first. */
  openQuestions: z._default(
    z.array(text(maxQuestionLength)).check(z.maxLength(maxOpenQuestions)),
    [],
  ),
})

/** The job as edited on the page, saved or not; it may have no name yet. */
const jobDraftSchema = z.extend(createJobSchema, {
  name: z._default(trimmedText(80), ''),
})

const testedChat = {
  /** The whole chat, oldest first; the contact's last messages are answered together. */
  messages: z
    .array(
      z.object({
        author: z.enum(['contact', 'assistant']),
        text: z.string().check(cleaned, z.maxLength(maxTextLength)),
      }),
    )
    .check(z.minLength(1), z.maxLength(200), (context) => {
      if (context.value.at(-1)?.author === 'contact') return
      context.issues.push({
        code: 'custom',
        path: [],
        message: 'The last message must be from the contact.',
        params: { code: 'nothing_to_answer' },
        input: context.value,
      })
    }),
  /** The state from the previous answer; absent in a new chat. */
  collected: z.optional(collectedSchema),
}

/** A chat with a job that nobody has saved yet. */
export const testJobSchema = z.object({ ...testedChat, job: jobDraftSchema })
export type TestJobInput = z.input<typeof testJobSchema>

/** The answer of both: what would be sent, and what was understood. Nothing is kept or billed. */
export const testedJobSchema = z.object({
  success: z.literal(true),
  /** Empty when nothing would be sent. */
  reply: z.string(),
  intent: z.enum(turnIntents),
  action: z.enum(turnActions),
  handoffReason: z.nullable(z.enum(handoffReasons)),
  /** BCP 47, of the contact's last message. */
  language: z.string(),
  confidence: z.number(),
  collected: collectedSchema,
  /** The keys of the required answers that are not there yet. */
  missing: z.array(z.string()),
  progress: z.object({
    required: z.int(),
    answered: z.int(),
    complete: z.boolean(),
    nextFieldKey: z.optional(z.string()),
  }),
  /** The answers that were not accepted, by the key of the field. */
  problems: z.array(fieldProblemSchema),
  /** The kinds of what was removed from the reply: claims without a source, and what contacts must not read. */
  removed: z.array(z.string()),
  sources: z.array(z.string()),
  unanswered: z.optional(z.string()),
  /** Who answered: `built-in`, which works by rules and templates, or the host of a model. */
  provider: z.string(),
  model: z.string(),
  usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }),
})
export type TestedJob = z.infer<typeof testedJobSchema>

/** One turn with a job that nobody has saved yet. */
export const testJobCall = call('POST /jobs/test', {
  body: testJobSchema,
  answer: testedJobSchema,
  problems: [429, 503],
})

/** One turn with the job, or with its edited state. */
export const testSavedJobCall = call('POST /jobs/:id/test', {
  ids: { id: 'job' },
  body: z.object({ ...testedChat, job: z.optional(jobDraftSchema) }),
  answer: testedJobSchema,
  problems: [429, 503],
})
