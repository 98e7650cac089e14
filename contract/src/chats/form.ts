import * as z from 'zod/mini'

import { type Answer, call } from '../call.ts'
import { jobFieldSchema } from '../job-field.ts'
import { flagSchema, pageOf, pageQuery } from '../page.ts'
import { daySchema } from '../period.ts'
import { searchQuery } from '../text-schemas.ts'
import { exportValues } from './export.ts'
import { bookingDecisions, bookingSchema, formDataSchema, formDataStatuses } from './form-data.ts'
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
  /** Chats whose answers are complete. */
  completeCount: z.int(),
  lastResponseAt: z.optional(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Form = z.infer<typeof formSchema>

export const listFormsCall = call('GET /chats/forms', {
  query: z.object({
    ...pageQuery,
    jobId: z.optional(z.string()),
    status: z.optional(z.enum(formStatuses)),
    q: z.optional(searchQuery),
  }),
  answer: z.object(pageOf(formSchema)),
})

/** One chat's answers to a form. */
export const formResponseRowSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  contact: z.pick(contactSchema, { id: true, name: true, phoneNumber: true, username: true }),
  status: z.enum(formDataStatuses),
  version: z.int(),
  values: formDataSchema.shape.values,
  booking: z.optional(bookingSchema),
  updatedAt: z.iso.datetime(),
})
export type FormResponseRow = z.infer<typeof formResponseRowSchema>

/** Which answered days are wanted: from today on, those before, or all, also answers without a day. */
export const bookingTimes = ['upcoming', 'past', 'all'] as const

/** Orders of answers; one of a field is `field:` with its key, and `-` is the last or newest first. */
const responseSort = /^-?(?:updatedAt|day|contact|field:[a-z][a-z0-9_]{0,39})$/

/** `responses` are there only when they are asked for. */
export const readFormCall = call('GET /chats/forms/:id', {
  ids: { id: 'form' },
  query: z.object({
    ...pageQuery,
    responses: z._default(flagSchema, false),
    status: z.optional(z.enum(formDataStatuses)),
    /** The days on which the answers last changed. */
    from: z.optional(daySchema),
    to: z.optional(daySchema),
    /** The days that the answers are for. */
    answeredFrom: z.optional(daySchema),
    answeredTo: z.optional(daySchema),
    when: z._default(z.enum(bookingTimes), 'all'),
    /** What the owner has decided; `none` is not yet. */
    decision: z.optional(z.enum([...bookingDecisions, 'none'])),
    /** Looked for in the answers and in the contact's name and number. */
    q: z.optional(searchQuery),
    sort: z._default(z.string().check(z.regex(responseSort)), '-updatedAt'),
    format: z._default(z.enum(['json', 'csv']), 'json'),
    /** Of the file alone. */
    values: z._default(z.enum(exportValues), 'labels'),
  }),
  answer: z.object({
    form: formSchema,
    responses: z.optional(
      z.object({
        ...pageOf(formResponseRowSchema),
        /** `matching` counts all rows of the filter, `complete` and `partial` those of any status. */
        totals: z.object({
          complete: z.int(),
          partial: z.int(),
          matching: z.optional(z.int()),
        }),
      }),
    ),
  }),
})
export type FormAnswer = Answer<typeof readFormCall>
