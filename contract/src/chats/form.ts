import * as z from 'zod/mini'

import { jobFieldSchema } from '../job-field.ts'
import { flagSchema, pageOf, pageQuery } from '../page.ts'
import { daySchema } from '../period.ts'
import { searchQuery } from '../text-schemas.ts'
import { exportValues } from './export.ts'
import { formDataSchema, formDataStatuses } from './form-data.ts'
import { contactSchema } from './session.ts'

export const formStatuses = ['draft', 'published', 'inactive'] as const

/** What chats of a job collect, as a form. */
export const formSchema = z.object({
  id: z.string(),
  name: z.string(),
  jobId: z.nullable(z.string()),
  version: z.int(),
  status: z.enum(formStatuses),
  fields: z.array(jobFieldSchema),
  sessionCount: z.int(),
  completeCount: z.int(),
  lastResponseAt: z.optional(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Form = z.infer<typeof formSchema>

/** The query of `GET /chats/forms`. */
export const listFormsQuerySchema = z.object({
  ...pageQuery,
  jobId: z.optional(z.string()),
  status: z.optional(z.enum(formStatuses)),
  q: z.optional(searchQuery),
})

/** The answer of `GET /chats/forms`. */
export const formListSchema = z.object(pageOf(formSchema))
export type FormList = z.infer<typeof formListSchema>

/** One chat's answers to a form. */
export const formResponseRowSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  contact: z.pick(contactSchema, { id: true, name: true, phoneNumber: true, username: true }),
  status: z.enum(formDataStatuses),
  version: z.int(),
  values: formDataSchema.shape.values,
  updatedAt: z.iso.datetime(),
})
export type FormResponseRow = z.infer<typeof formResponseRowSchema>

/** The query of `GET /chats/forms/{id}`. */
export const readFormQuerySchema = z.object({
  ...pageQuery,
  responses: z._default(flagSchema, false),
  status: z.optional(z.enum(formDataStatuses)),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  sort: z._default(z.enum(['-updatedAt', 'updatedAt']), '-updatedAt'),
  format: z._default(z.enum(['json', 'csv']), 'json'),
  /** Of the file alone. */
  values: z._default(z.enum(exportValues), 'labels'),
})

/** The answer of `GET /chats/forms/{id}`; `responses` only when they were asked for. */
export const formAnswerSchema = z.object({
  form: formSchema,
  responses: z.optional(
    z.object({
      ...pageOf(formResponseRowSchema),
      totals: z.object({ complete: z.int(), partial: z.int() }),
    }),
  ),
})
export type FormAnswer = z.infer<typeof formAnswerSchema>
