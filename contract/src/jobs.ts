import * as z from 'zod/mini'

import { call } from './call.ts'
import { jobFieldSchema } from './job-field.ts'
import { flagSchema, listOf, pageOf, pageQuery } from './page.ts'
import {
  cleaned,
  emailSchema,
  emptyText,
  machineText,
  plain,
  requiredText,
  searchQuery,
} from './text-schemas.ts'

/** When a chat starts with the job. */
export const triggerSchema = z.object({
  type: z.enum(['default', 'keyword', 'link']),
  keywords: z.optional(
    z.array(z.string().check(cleaned, z.minLength(1), z.maxLength(60))).check(z.maxLength(20)),
  ),
  match: z.optional(z.enum(['exact', 'contains', 'starts_with'])),
  code: z.optional(machineText(60)),
})

const onCompleteSchema = z.object({
  email: z._default(z.array(emailSchema).check(z.maxLength(5)), []),
  webhookUrl: z._default(
    z.union([
      emptyText(500),
      z.string().check(plain, z.url({ protocol: /^https$/ }), z.maxLength(500)),
    ]),
    '',
  ),
  notifyOwner: z._default(z.boolean(), true),
})

/** How long a booking takes, and how many fit at one time. */
export const bookingRulesSchema = z.object({
  minutes: z.int().check(z.gte(5), z.lte(1440)),
  capacity: z.int().check(z.gte(1), z.lte(100)),
})
export type BookingRules = z.infer<typeof bookingRulesSchema>

/** How the assistant runs a chat of the job. */
export const behaviourSchema = z.object({
  /** Absent means that any number of bookings fit. */
  booking: z.optional(bookingRulesSchema),
  askOneAtATime: z._default(z.boolean(), true),
  confirmAtEnd: z._default(z.boolean(), true),
  maxTurns: z._default(z.int().check(z.gte(1), z.lte(200)), 40),
  maxFieldAttempts: z._default(z.int().check(z.gte(1), z.lte(10)), 3),
  idleCloseMinutes: z._default(z.int().check(z.gte(5), z.lte(10_080)), 1440),
  onComplete: z.prefault(onCompleteSchema, {}),
})

/** When the assistant hands the chat over to the owner. */
export const handoffSchema = z.object({
  keywords: z._default(
    z.array(z.string().check(cleaned, z.minLength(1), z.maxLength(60))).check(z.maxLength(20)),
    [],
  ),
  onLowConfidence: z._default(z.boolean(), true),
  onAngry: z._default(z.boolean(), true),
})

/** How long all fields of a job are together, as JSON: a list reads those of a hundred jobs at once. */
const maxFieldsLength = 200_000

/** The fields of a job; their keys are unique. */
export const jobFieldsSchema = z.array(jobFieldSchema).check(z.maxLength(30), (context) => {
  if (JSON.stringify(context.value).length > maxFieldsLength) {
    context.issues.push({
      code: 'custom',
      path: [],
      message: `At most ${maxFieldsLength} characters in all.`,
      params: { code: 'too_long', max: maxFieldsLength },
      input: context.value,
    })
  }
  const seen = new Set<string>()
  for (const [index, field] of context.value.entries()) {
    if (seen.has(field.key)) {
      context.issues.push({
        code: 'custom',
        path: [index, 'key'],
        message: 'Another field already has this key.',
        params: { code: 'duplicate' },
        input: field.key,
      })
    }
    seen.add(field.key)
  }
})

/** The statuses of a job. */
export const jobStatuses = ['draft', 'active', 'paused', 'archived'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** The colours that tell jobs apart; the design system has one for each name. */
export const jobColors = [
  'slate',
  'blue',
  'green',
  'amber',
  'red',
  'violet',
  'teal',
  'pink',
] as const

const text = (max: number) => z.string().check(cleaned, z.maxLength(max))

/** What an owner writes of a job. */
const jobContent = {
  name: requiredText(80),
  description: text(500),
  icon: z.string().check(z.maxLength(40)),
  color: z.enum(jobColors),
  status: z.enum(['draft', 'active', 'paused']),
  language: z.string().check(z.regex(/^(auto|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$/), z.maxLength(35)),
  tone: z.enum(['friendly', 'formal', 'brief']),
  instructions: text(8000),
  guardrails: z
    .array(z.string().check(cleaned, z.minLength(1), z.maxLength(200)))
    .check(z.maxLength(20)),
  greeting: text(1000),
  completionMessage: text(1000),
  fallbackMessage: text(1000),
  notUnderstoodMessage: text(1000),
  handoffMessage: text(1000),
  trigger: triggerSchema,
  fields: jobFieldsSchema,
  behaviour: behaviourSchema,
  handoff: handoffSchema,
  /** The job answers questions and collects nothing. */
  answerOnly: z.boolean(),
}

/** `POST /jobs`: only the name is needed, everything else has a default. */
export const createJobSchema = z.object({
  ...jobContent,
  description: z._default(jobContent.description, ''),
  icon: z._default(jobContent.icon, ''),
  color: z._default(jobContent.color, 'slate'),
  status: z._default(jobContent.status, 'draft'),
  language: z._default(jobContent.language, 'auto'),
  tone: z._default(jobContent.tone, 'friendly'),
  instructions: z._default(jobContent.instructions, ''),
  guardrails: z._default(jobContent.guardrails, []),
  greeting: z._default(jobContent.greeting, ''),
  completionMessage: z._default(jobContent.completionMessage, ''),
  fallbackMessage: z._default(jobContent.fallbackMessage, ''),
  notUnderstoodMessage: z._default(jobContent.notUnderstoodMessage, ''),
  handoffMessage: z._default(jobContent.handoffMessage, ''),
  trigger: z._default(triggerSchema, { type: 'default' }),
  fields: z._default(jobFieldsSchema, []),
  behaviour: z.prefault(behaviourSchema, {}),
  handoff: z.prefault(handoffSchema, {}),
  answerOnly: z._default(z.boolean(), false),
})
export type CreateJobInput = z.input<typeof createJobSchema>
export type JobContent = z.output<typeof createJobSchema>

/** The actions on a job besides saving it. */
export const jobActions = [
  'save',
  'publish',
  'pause',
  'resume',
  'archive',
  'restore',
  'rollback',
] as const
export type JobAction = (typeof jobActions)[number]

/** The largest number of a version that can be stored; no job has that many. */
export const maxVersion = 2 ** 31 - 1

/**
 * `PUT /jobs/{id}`: absent members stay as they are; the action is done with the changed job.
 * Without an action `status` says what the job shall be: an active one is active as it stands, so
 * what was not published yet is published with it. With an action `status` is not looked at.
 */
export const updateJobSchema = z.extend(z.partial(z.object(jobContent)), {
  action: z.optional(z.enum(jobActions)),
  /** With `rollback`: the version whose content comes back. */
  toVersion: z.optional(z.int().check(z.positive(), z.lte(maxVersion))),
  /** With `publish`: what is new, for the list of versions. */
  note: z.optional(text(500)),
  /** If the job becomes the default job: replace the present one. */
  replaceDefault: z.optional(z.boolean()),
})
export type UpdateJobInput = z.input<typeof updateJobSchema>

/** A job: what the assistant should do, and the fields it collects. */
export const jobSchema = z.object({
  ...jobContent,
  id: z.string(),
  status: z.enum(jobStatuses),
  formId: z.string(),
  formVersion: z.int(),
  version: z.int(),
  /** The version that new chats start with; null before the first publication. */
  liveVersionId: z.nullable(z.string()),
  hasUnpublishedChanges: z.boolean(),
  stats: z.object({
    sessions30d: z.int(),
    /** The share of those chats whose answers are complete, from 0 to 1; none without chats. */
    completionRate30d: z.nullable(z.number()),
    openSessions: z.int(),
  }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  archivedAt: z.nullable(z.iso.datetime()),
})
export type Job = z.infer<typeof jobSchema>

/** A job as a list shows it: everything but the instructions' text. */
export const jobSummarySchema = z.omit(jobSchema, { instructions: true })
export type JobSummary = z.infer<typeof jobSummarySchema>

/** The orders a list of jobs can have; `-` is newest or last first. */
export const jobSorts = ['-updatedAt', 'updatedAt', '-createdAt', 'createdAt', 'name'] as const

/** The query of `GET /jobs`; `status` is a comma-separated list, without it archived jobs are left out. */
export const listJobsQuerySchema = z.object({
  ...pageQuery,
  status: z.optional(listOf(jobStatuses)),
  q: z.optional(searchQuery),
  sort: z._default(z.enum(jobSorts), '-updatedAt'),
})

/** The answer of `GET /jobs`; `nextCursor` is `null` on the last page. */
export const jobListSchema = z.object({
  ...pageOf(jobSummarySchema),
  totals: z.record(z.enum(jobStatuses), z.int()),
})
export type JobList = z.infer<typeof jobListSchema>

/** A published state of a job. */
export const jobVersionSchema = z.object({
  id: z.string(),
  number: z.int(),
  author: z.enum(['owner', 'ai']),
  note: z.string(),
  publishedAt: z.iso.datetime(),
  isLive: z.boolean(),
})
export type JobVersion = z.infer<typeof jobVersionSchema>

const ids = { id: 'job' } as const

export const listJobsCall = call('GET /jobs', { query: listJobsQuerySchema, answer: jobListSchema })

/** The newest version first; `?version=2` answers what was published under that number. */
export const readJobCall = call('GET /jobs/:id', {
  ids,
  query: z.object({
    version: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(maxVersion))),
  }),
  answer: z.object({ job: jobSchema, versions: z.array(jobVersionSchema) }),
})

const savedJobSchema = z.object({
  success: z.literal(true),
  job: jobSchema,
  /** The effect on open chats: they keep the version they started with. */
  impact: z.optional(z.object({ openSessions: z.int(), keepsVersion: z.nullable(z.int()) })),
})

export const createJobCall = call('POST /jobs', {
  isKeyed: true,
  body: createJobSchema,
  answer: savedJobSchema,
  status: [201],
})

export const updateJobCall = call('PUT /jobs/:id', {
  ids,
  isVersioned: true,
  body: updateJobSchema,
  answer: savedJobSchema,
  problems: [409],
})

/** The job is archived and can be restored; open chats prevent it unless they are closed with it. */
export const deleteJobCall = call('DELETE /jobs/:id', {
  ids,
  isVersioned: true,
  query: z.object({ closeOpen: z._default(flagSchema, false) }),
  answer: z.object({
    success: z.literal(true),
    archivedAt: z.iso.datetime(),
    undoUntil: z.iso.datetime(),
  }),
  problems: [409],
})
