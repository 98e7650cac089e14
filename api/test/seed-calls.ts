import {
  authStatsSchema,
  deleteAccountResponseSchema,
  profileResponseSchema,
  testSmtpResponseSchema,
  updateSettingsResponseSchema,
} from '@errand/contract/auth'
import { createOrderResponseSchema, verifiedPaymentSchema } from '@errand/contract/billing/order'
import { billingSummarySchema, configStatusSchema } from '@errand/contract/billing/summary'
import { emailSessionResponseSchema } from '@errand/contract/chats/email'
import { formAnswerSchema, formListSchema } from '@errand/contract/chats/form'
import { remarkResponseSchema } from '@errand/contract/chats/message'
import { markReadResponseSchema, replyResponseSchema } from '@errand/contract/chats/reply'
import {
  formDataResponseSchema,
  messageListSchema,
  sessionListSchema,
  sessionResponseSchema,
} from '@errand/contract/chats/session'
import { chatStatsSchema } from '@errand/contract/chats/stats'
import { jobAnalyticsSchema } from '@errand/contract/job-analytics'
import {
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
} from '@errand/contract/job-generation'
import {
  deletedJobResponseSchema,
  jobListSchema,
  jobResponseSchema,
  savedJobResponseSchema,
} from '@errand/contract/jobs'
import type * as z from 'zod/mini'

/** How a call is answered when all is well. */
export interface Expected {
  status: number
  type: string
  schema?: z.core.$ZodType
}

const json = (status: number, schema: z.core.$ZodType): Expected => ({
  status,
  type: 'application/json',
  schema,
})
const file = (type: string): Expected => ({ status: 200, type })

/** The calls of the specification, in its order and its words; in brackets the names that it shows. */
export const calls = {
  'POST /auth/profile (phoneNumber, email, name)': json(201, profileResponseSchema),
  'GET /auth/profile': json(200, profileResponseSchema),
  'PUT /auth/settings': json(200, updateSettingsResponseSchema),
  'POST /auth/test-smtp': json(200, testSmtpResponseSchema),
  'GET /auth/stats': json(200, authStatsSchema),
  'DELETE /auth/account': json(200, deleteAccountResponseSchema),

  'GET /jobs': json(200, jobListSchema),
  'GET /jobs/{id}': json(200, jobResponseSchema),
  'POST /jobs': json(201, savedJobResponseSchema),
  'PUT /jobs/{id}': json(200, savedJobResponseSchema),
  'DELETE /jobs/{id}': json(200, deletedJobResponseSchema),
  'POST /jobs/generate-instructions': json(200, generatedInstructionsSchema),
  'POST /jobs/generate-fields': json(200, generatedFieldsSchema),
  'POST /jobs/generate-job': json(200, generatedJobSchema),
  'GET /jobs/{id}/analytics': json(200, jobAnalyticsSchema),

  'GET /chats/sessions': json(200, sessionListSchema),
  'GET /chats/sessions/{id}/messages': json(200, messageListSchema),
  'POST /chats/sessions/{id}/reply (templateName, languageCode, components, message)': json(
    202,
    replyResponseSchema,
  ),
  'PUT /chats/messages/mark-read (messageIds)': json(200, markReadResponseSchema),
  'PUT /chats/sessions/{id}/save (savedForLater)': json(200, sessionResponseSchema),
  'GET /chats/export (query: sessionId)': file('text/csv; charset=utf-8'),
  'GET /chats/stats': json(200, chatStatsSchema),
  'POST /chats/messages/{id}/remarks (remark)': json(201, remarkResponseSchema),
  'POST /chats/sessions/{id}/email': json(202, emailSessionResponseSchema),
  'PUT /chats/sessions/{id}/form-data (formData)': json(200, formDataResponseSchema),
  'GET /chats/forms': json(200, formListSchema),
  'GET /chats/forms/{id}': json(200, formAnswerSchema),

  'GET /billing/summary': json(200, billingSummarySchema),
  'POST /billing/create-order': json(201, createOrderResponseSchema),
  'POST /billing/verify-payment': json(200, verifiedPaymentSchema),
  'GET /billing/invoice/{id}': file('application/pdf'),
  'GET /billing/config-status': json(200, configStatusSchema),
} satisfies Record<string, Expected>
/** A line of the specification. */
export type Call = keyof typeof calls

/** What the product needs beyond them, which the specification does not name. */
export const added = [
  'GET /auth/alerts',
  'POST /auth/alerts/devices',
  'DELETE /auth/alerts/devices/{id}',
  'POST /auth/alerts/test',
  'GET /auth/sign-ins',
  'DELETE /auth/sign-ins',
  'DELETE /auth/sign-ins/{id}',
  'GET /auth/activity',
  'GET /auth/activity/export',
  'GET /auth/calendar',
  'GET /auth/calendar/state',
  'POST /auth/calendar',
  'DELETE /auth/calendar',
  'GET /auth/export',
  'GET /calendar/{token}',
  'POST /auth/test-whatsapp',
  'POST /auth/whatsapp/signup',
  'POST /auth/whatsapp/signup/permit',
  'GET /jobs/standard-texts',
  'GET /billing/costs',
  'GET /billing/ledger',
  'GET /billing/orders/{id}',
  'POST /billing/orders/{id}/check',
  'GET /search',
  'GET /chats/bookings',
  'PUT /chats/contacts/{id}',
  'DELETE /chats/messages/{id}',
  'PUT /chats/messages/{id}/feedback',
  'POST /chats/messages/{id}/retry',
  'DELETE /chats/remarks/{id}',
  'PUT /chats/remarks/{id}',
  'POST /chats/sessions/{id}/attention',
  'POST /chats/sessions/{id}/booking',
  'GET /chats/sessions/{id}/booking/suggestion',
  'POST /chats/sessions/{id}/close',
  'POST /chats/sessions/{id}/draft',
  'POST /chats/sessions/{id}/handler',
  'GET /chats/sessions/{id}/runs',
  'POST /chats/sessions/{id}/typing',
  'GET /chats/templates',
  'POST /dev/simulate/inbound',
  'GET /events',
  'POST /files',
  'GET /files/{id}',
  'POST /webhooks/razorpay',
  'GET /webhooks/whatsapp',
  'POST /webhooks/whatsapp',
  'POST /jobs/test',
  'POST /jobs/{id}/test',
  'GET /jobs/{id}/questions',
  'POST /jobs/{id}/answers',
  'PUT /jobs/{id}/answers/{answerId}',
  'GET /jobs/{id}/translations',
  'PUT /jobs/{id}/translations',
  'DELETE /jobs/{id}/answers/{answerId}',
]
