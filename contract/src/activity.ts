import * as z from 'zod/mini'

import { call } from './call.ts'
import { pageOf, pageQuery } from './page.ts'

/** What can stand in the activity log, by the group that the log is filtered by. */
export const activityKinds = {
  sign_ins: [
    'signed_in',
    'sign_in_confirmed',
    'new_device',
    'signed_out',
    'device_signed_out',
    'sign_in_expired',
    'sign_in_refused',
  ],
  connections: [
    'whatsapp_number_changed',
    'whatsapp_secret_changed',
    'mail_connection_changed',
    'callback_changed',
    'calendar_link_made',
    'calendar_link_ended',
    'push_device_added',
    'push_device_removed',
    'billing_details_changed',
  ],
  exports: [
    'account_exported',
    'account_imported',
    'chats_exported',
    'responses_exported',
    'activity_exported',
  ],
  deletions: [
    'job_deleted',
    'job_purged',
    'chats_deleted',
    'contacts_deleted',
    'files_deleted',
    'account_deleted',
  ],
  payments: ['payment_received', 'payment_failed', 'payment_refunded'],
  assistant: ['assistant_on', 'assistant_off', 'retention_changed'],
} as const

export const activityGroups = [
  'sign_ins',
  'connections',
  'exports',
  'deletions',
  'payments',
  'assistant',
] as const satisfies readonly (keyof typeof activityKinds)[]
export type ActivityGroup = (typeof activityGroups)[number]
export type ActivityKind = (typeof activityKinds)[ActivityGroup][number]

const allKinds = Object.values(activityKinds).flat()

/** What an entry says beside its kind: never a secret or the text of a message. */
export const activityDetailSchema = z.object({
  /** What it is about: a device, a job, a form, a number, an e-mail address. */
  name: z.optional(z.string()),
  /** The e-mail address to which answers, e-mails or replies to them go from now on. */
  email: z.optional(z.string()),
  /** How many were exported or deleted. */
  count: z.optional(z.int()),
  /** A setting before and after the change, such as months. */
  before: z.optional(z.int()),
  after: z.optional(z.int()),
  amountMinor: z.optional(z.int()),
  currency: z.optional(z.string()),
})
export type ActivityDetail = z.infer<typeof activityDetailSchema>

/** An entry of the activity log. */
const activityEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(allKinds),
  /** The device and address by which the owner did it; `null` where the product did it by itself. */
  actor: z.nullable(
    z.object({
      /** Such as `Chrome on Android`; empty where the device does not say. */
      device: z.string(),
      /** Empty where it is not known. */
      address: z.string(),
    }),
  ),
  detail: activityDetailSchema,
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

const filter = { group: z.optional(z.enum(activityGroups)) }

/** The newest first. */
export const listActivityCall = call('GET /auth/activity', {
  query: z.object({ ...filter, ...pageQuery }),
  answer: z.object(pageOf(activityEntrySchema)),
})

export const exportActivityCall = call('GET /auth/activity/export', {
  query: z.object(filter),
  answer: z.unknown(),
})
