import * as z from 'zod/mini'

import { jobFieldSchema } from './job-field.ts'

const text = (max: number) => z.string().check(z.maxLength(max))

/** When a chat begins with the job. */
export const triggerSchema = z.object({
  type: z.enum(['default', 'keyword', 'link']),
  keywords: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(20)),
  ),
  match: z.optional(z.enum(['exact', 'contains', 'starts_with'])),
  code: z.optional(text(60)),
})

const onCompleteSchema = z.object({
  email: z._default(z.array(z.email().check(z.maxLength(254))).check(z.maxLength(5)), []),
  webhookUrl: z._default(
    z.union([z.literal(''), z.url({ protocol: /^https$/ }).check(z.maxLength(500))]),
    '',
  ),
  notifyOwner: z._default(z.boolean(), true),
})

/** How the assistant goes about it. */
export const behaviourSchema = z.object({
  askOneAtATime: z._default(z.boolean(), true),
  confirmAtEnd: z._default(z.boolean(), true),
  maxTurns: z._default(z.int().check(z.gte(1), z.lte(200)), 40),
  maxFieldAttempts: z._default(z.int().check(z.gte(1), z.lte(10)), 3),
  idleCloseMinutes: z._default(z.int().check(z.gte(5), z.lte(10_080)), 1440),
  onComplete: z.prefault(onCompleteSchema, {}),
})

/** When the assistant gives the chat to the owner. */
export const handoffSchema = z.object({
  keywords: z._default(
    z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(20)),
    [],
  ),
  onLowConfidence: z._default(z.boolean(), true),
  onAngry: z._default(z.boolean(), true),
})

/** What a job collects; every key is there once. */
export const jobFieldsSchema = z.array(jobFieldSchema).check(z.maxLength(30), (context) => {
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
