import * as z from 'zod/mini'

import { jobFieldSchema } from './job-field.ts'

/** Where a job stands in its life. */
export const jobStatuses = ['draft', 'active', 'paused', 'archived'] as const
export type JobStatus = (typeof jobStatuses)[number]

const text = (max: number) => z.string().check(z.maxLength(max))

const triggerSchema = z.object({
  type: z.enum(['default', 'keyword', 'link']),
  keywords: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(20)),
  ),
  match: z.optional(z.enum(['exact', 'contains', 'starts_with'])),
  code: z.optional(text(60)),
})

const behaviourSchema = z.object({
  askOneAtATime: z._default(z.boolean(), true),
  confirmAtEnd: z._default(z.boolean(), true),
  maxTurns: z._default(z.int().check(z.gte(1), z.lte(200)), 40),
  maxFieldAttempts: z._default(z.int().check(z.gte(1), z.lte(10)), 3),
  idleCloseMinutes: z._default(z.int().check(z.gte(5), z.lte(10_080)), 1440),
})

const handoffSchema = z.object({
  keywords: z._default(
    z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(20)),
    [],
  ),
  onLowConfidence: z._default(z.boolean(), true),
  onAngry: z._default(z.boolean(), true),
})

const uniqueKeysSchema = z.array(jobFieldSchema).check(z.maxLength(30), (context) => {
  const seen = new Set<string>()
  for (const [index, field] of context.value.entries()) {
    if (seen.has(field.key)) {
      context.issues.push({
        code: 'custom',
        path: [index, 'key'],
        message: 'Another field has this key already.',
        params: { code: 'duplicate' },
        input: field.key,
      })
    }
    seen.add(field.key)
  }
})

/** What an owner writes of a job. */
const jobContent = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  description: text(500),
  status: z.enum(['draft', 'active', 'paused']),
  language: z.string().check(z.regex(/^(auto|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$/)),
  tone: z.enum(['friendly', 'formal', 'brief']),
  instructions: text(8000),
  guardrails: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(20)),
  greeting: text(1000),
  completionMessage: text(1000),
  fallbackMessage: text(1000),
  handoffMessage: text(1000),
  trigger: triggerSchema,
  fields: uniqueKeysSchema,
  behaviour: behaviourSchema,
  handoff: handoffSchema,
}

/** `POST /jobs`: only the name is needed, everything else has a default. */
export const createJobSchema = z.object({
  ...jobContent,
  description: z._default(jobContent.description, ''),
  status: z._default(jobContent.status, 'draft'),
  language: z._default(jobContent.language, 'auto'),
  tone: z._default(jobContent.tone, 'friendly'),
  instructions: z._default(jobContent.instructions, ''),
  guardrails: z._default(jobContent.guardrails, []),
  greeting: z._default(jobContent.greeting, ''),
  completionMessage: z._default(jobContent.completionMessage, ''),
  fallbackMessage: z._default(jobContent.fallbackMessage, ''),
  handoffMessage: z._default(jobContent.handoffMessage, ''),
  trigger: z._default(triggerSchema, { type: 'default' }),
  fields: z._default(uniqueKeysSchema, []),
  behaviour: z.prefault(behaviourSchema, {}),
  handoff: z.prefault(handoffSchema, {}),
})
export type CreateJobInput = z.input<typeof createJobSchema>
export type JobContent = z.output<typeof createJobSchema>

/** `PUT /jobs/{id}`: absent members stay as they are; `restore` brings a deleted job back. */
export const updateJobSchema = z.extend(z.partial(z.object(jobContent)), {
  action: z.optional(z.enum(['save', 'restore'])),
})
export type UpdateJobInput = z.input<typeof updateJobSchema>

/** A job: what the assistant should do, and the fields it collects. */
export const jobSchema = z.object({
  ...jobContent,
  id: z.string(),
  status: z.enum(jobStatuses),
  version: z.int(),
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
  status: z.optional(
    z.string().check(z.regex(/^(draft|active|paused|archived)(,(draft|active|paused|archived))*$/)),
  ),
  q: z.optional(z.string().check(z.maxLength(100))),
  sort: z._default(z.enum(jobSorts), '-updatedAt'),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  cursor: z.optional(z.string().check(z.maxLength(1000))),
})
export type ListJobsQuery = z.input<typeof listJobsQuerySchema>

/** The answer of `GET /jobs`; `nextCursor` is `null` on the last page. */
export const jobListSchema = z.object({
  items: z.array(jobSummarySchema),
  nextCursor: z.nullable(z.string()),
  totals: z.record(z.enum(jobStatuses), z.int()),
})
export type JobList = z.infer<typeof jobListSchema>

/** The answer of `GET /jobs/{id}`. */
export const jobResponseSchema = z.object({ job: jobSchema })

/** The answer of `POST /jobs` and `PUT /jobs/{id}`. */
export const savedJobResponseSchema = z.object({ success: z.literal(true), job: jobSchema })

/** The answer of `DELETE /jobs/{id}`: the job is archived and can be restored. */
export const deletedJobResponseSchema = z.object({
  success: z.literal(true),
  archivedAt: z.iso.datetime(),
  undoUntil: z.iso.datetime(),
})
export type DeletedJob = z.infer<typeof deletedJobResponseSchema>
