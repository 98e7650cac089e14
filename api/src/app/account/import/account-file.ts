import {
  answerMetaSchema,
  answerSuggestionSchema,
  bookingDecisions,
  formDataStatuses,
} from '@errand/contract/chats/form-data'
import { messageAboutSchema, messageKinds, messageSchema } from '@errand/contract/chats/message'
import {
  channels,
  closeReasons,
  handoffReasons,
  sessionHandlers,
  sessionStatuses,
} from '@errand/contract/chats/session'
import { maxAnswerLength, maxQuestionLength } from '@errand/contract/job-answers'
import { createJobSchema, jobFieldsSchema, jobStatuses, maxVersion } from '@errand/contract/jobs'
import { preferencesSchema } from '@errand/contract/settings'
import * as z from 'zod/mini'

const id = z.string().check(z.regex(/^[\w-]{1,40}$/))
const text = (max: number) => z.string().check(z.maxLength(max))
const texts = z.array(text(40)).check(z.maxLength(100))
const count = z.int().check(z.gte(0), z.lte(maxVersion))
// Neither PostgreSQL nor the ids know every year.
const isLate = z.refine<string>((at) => at >= '1970', { error: 'Not before 1970.' })
// A day later it is still a year of four digits: the window of a message ends then.
const isEarly = z.refine<string>((at) => at < '9999', { error: 'Not after 9998.' })
const moment = z.iso.datetime().check(z.maxLength(40), isLate, isEarly)
const maybeMoment = z.optional(moment)
const maybeId = z.optional(id)
const versions = { version: z._default(count, 1), createdAt: moment, updatedAt: moment }
const bodyOf = { jobId: id, id }

const { business, assistant, inbox } = preferencesSchema.shape

/** Neither what decides about money, nor what ends chats, nor what needs the connected number. */
const settingsSchema = z.object({
  business: z._default(z.partial(business), {}),
  assistant: z._default(
    z.partial(z.omit(assistant, { enabled: true, dailySpendCapMinor: true, nudgeTemplate: true })),
    {},
  ),
  inbox: z._default(z.partial(z.omit(inbox, { retentionMonths: true })), {}),
})

const jobSchema = z.extend(createJobSchema, {
  id,
  ...versions,
  status: z.enum(jobStatuses),
  liveVersionId: maybeId,
  hasUnpublishedChanges: z._default(z.boolean(), false),
  archivedAt: maybeMoment,
})

const jobVersionSchema = z.object({
  ...bodyOf,
  number: count,
  snapshot: createJobSchema,
  author: z.enum(['owner', 'ai']),
  note: z._default(text(500), ''),
  publishedAt: moment,
})

const jobAnswerSchema = z.object({
  ...bodyOf,
  question: text(maxQuestionLength),
  answer: z.optional(text(maxAnswerLength)),
  createdAt: moment,
  updatedAt: moment,
})

const jobTranslationSchema = z.object({
  ...bodyOf,
  language: text(40),
  source: text(4000),
  translation: text(4000),
  corrected: z.boolean(),
  updatedAt: moment,
})

const formSchema = z.object({
  id,
  ...versions,
  jobId: maybeId,
  name: text(200),
  status: z.enum(['draft', 'published', 'inactive']),
  fields: jobFieldsSchema,
})

const contactSchema = z
  .object({
    id,
    name: text(500),
    phoneNumber: z.optional(z.string().check(z.regex(/^\+\d{3,20}$/))),
    userId: z.optional(text(200)),
    username: z._default(text(200), ''),
    language: z.optional(text(40)),
    optedOutAt: maybeMoment,
    marketingOptedOutAt: maybeMoment,
    blockedAt: maybeMoment,
    createdAt: moment,
  })
  .check(
    z.refine(({ phoneNumber, userId }) => (phoneNumber ?? userId) !== undefined, {
      path: ['phoneNumber'],
      error: 'A contact has a number or a user id.',
    }),
  )

const chatSchema = z
  .object({
    id,
    contactId: id,
    jobId: maybeId,
    jobVersion: z.optional(count),
    formId: maybeId,
    channel: z.enum(channels),
    status: z.enum(sessionStatuses),
    closeReason: z.optional(z.enum([...closeReasons, 'contact'])),
    handler: z.enum(sessionHandlers),
    handlerSince: moment,
    handlerReason: z.optional(z.enum(handoffReasons)),
    handoffReasons: z._default(z.array(z.enum(handoffReasons)).check(z.maxLength(100)), []),
    attention: z._default(texts, []),
    attentionAbout: z._default(z.record(text(40), z.object({ since: moment, messageId: id })), {}),
    lastReadMessageId: maybeId,
    savedForLater: z._default(z.boolean(), false),
    savedAt: maybeMoment,
    savedNote: z.optional(text(2000)),
    createdAt: moment,
    updatedAt: moment,
    lastActivityAt: moment,
    closedAt: maybeMoment,
  })
  .check(
    z.refine(({ status, closedAt }) => (status === 'closed') === (closedAt !== undefined), {
      path: ['closedAt'],
      error: 'A closed chat has it, and no other.',
    }),
    z.refine(({ status, closeReason }) => status !== 'active' || closeReason === undefined, {
      path: ['closeReason'],
      error: 'An open chat has none.',
    }),
  )

/** A message without what belongs to its number, its bill and its assistant's run, and without files. */
const storedMessageSchema = z
  .extend(
    z.omit(messageSchema, {
      clientId: true,
      providerId: true,
      heldUntil: true,
      media: true,
      runId: true,
      billed: true,
      remarks: true,
    }),
    {
      id,
      sessionId: id,
      seq: count,
      kind: z.optional(z.enum(messageKinds)),
      text: text(65_536),
      // Nothing but a page: a link of another kind could run code.
      about: z.optional(
        z.extend(messageAboutSchema, { url: z.optional(z.url({ protocol: /^https?$/ })) }),
      ),
      replyToId: maybeId,
      reactedAt: maybeMoment,
      attempts: z._default(count, 0),
      readByOwnerAt: maybeMoment,
      createdAt: moment,
      editedAt: maybeMoment,
      deletedAt: maybeMoment,
    },
  )
  .check(
    z.refine(({ direction, status }) => (direction === 'in') === (status === 'received'), {
      path: ['status'],
      error: 'What came in is received, and nothing else is.',
    }),
  )

const remarkSchema = z.object({
  id,
  sessionId: id,
  messageId: id,
  text: text(2000),
  authorName: text(200),
  createdAt: moment,
  editedAt: maybeMoment,
})

const answersSchema = z.object({
  id,
  ...versions,
  sessionId: id,
  formId: id,
  formVersion: z._default(count, 1),
  isLatest: z._default(z.boolean(), true),
  fields: jobFieldsSchema,
  status: z.enum(formDataStatuses),
  values: z.record(text(40), z.unknown()),
  meta: z._default(z.record(text(40), answerMetaSchema), {}),
  suggestions: z._default(z.array(answerSuggestionSchema).check(z.maxLength(100)), []),
  asked: z._default(texts, []),
  decision: z.optional(z.enum(bookingDecisions)),
  decidedAt: maybeMoment,
  agreedAt: maybeMoment,
  cancelAskedAt: maybeMoment,
  followedUpAt: maybeMoment,
  completedAt: maybeMoment,
})

const table = <Schema extends z.core.$ZodType>(max: number, row: Schema) =>
  z._default(z.array(row).check(z.maxLength(max)), [])

/**
 * What of an account's export is read again, file by file. Members with a default may be missing. What is
 * not named stays out: money, secrets, addresses that get messages, files, the provider's ids.
 */
export const accountFileSchema = z.object({
  profile: z.object({ settings: z.prefault(settingsSchema, {}) }),
  jobs: table(500, jobSchema),
  'job-versions': table(5000, jobVersionSchema),
  'job-answers': table(5000, jobAnswerSchema),
  'job-translations': table(50_000, jobTranslationSchema),
  forms: table(1000, formSchema),
  contacts: table(10_000, contactSchema),
  chats: table(10_000, chatSchema),
  messages: table(60_000, storedMessageSchema),
  remarks: table(10_000, remarkSchema),
  answers: table(20_000, answersSchema),
})

/** An export of an account, as an import reads it. */
export type AccountFile = z.output<typeof accountFileSchema>
export type TableName = Exclude<keyof AccountFile, 'profile'>
export type Row<Name extends TableName> = AccountFile[Name][number]

/** The tables whose rows these members name. */
export const references: Record<string, TableName> = {
  jobId: 'jobs',
  liveVersionId: 'job-versions',
  formId: 'forms',
  contactId: 'contacts',
  sessionId: 'chats',
  messageId: 'messages',
  replyToId: 'messages',
  lastMessageId: 'messages',
  lastReadMessageId: 'messages',
}
