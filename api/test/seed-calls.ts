import {
  createProfileCall,
  deleteAccountCall,
  readAuthStatsCall,
  readProfileCall,
  testSmtpCall,
  updateSettingsCall,
} from '@errand/contract/auth'
import { createOrderCall, verifiedPaymentSchema } from '@errand/contract/billing/order'
import { readBillingSummaryCall, readConfigStatusCall } from '@errand/contract/billing/summary'
import { putFormDataCall } from '@errand/contract/chats/bookings'
import { emailSessionCall } from '@errand/contract/chats/email'
import { listFormsCall, readFormCall } from '@errand/contract/chats/form'
import { addRemarkCall } from '@errand/contract/chats/message'
import { markReadCall, sendReplyCall } from '@errand/contract/chats/reply'
import { listMessagesCall, listSessionsCall, saveSessionCall } from '@errand/contract/chats/session'
import { readChatStatsCall } from '@errand/contract/chats/stats'
import { jobAnalyticsSchema } from '@errand/contract/job-analytics'
import {
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
} from '@errand/contract/job-generation'
import {
  createJobCall,
  deleteJobCall,
  listJobsCall,
  readJobCall,
  updateJobCall,
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
  'POST /auth/profile (phoneNumber, email, name)': json(201, createProfileCall.answer),
  'GET /auth/profile': json(200, readProfileCall.answer),
  'PUT /auth/settings': json(200, updateSettingsCall.answer),
  'POST /auth/test-smtp': json(200, testSmtpCall.answer),
  'GET /auth/stats': json(200, readAuthStatsCall.answer),
  'DELETE /auth/account': json(200, deleteAccountCall.answer),

  'GET /jobs': json(200, listJobsCall.answer),
  'GET /jobs/{id}': json(200, readJobCall.answer),
  'POST /jobs': json(201, createJobCall.answer),
  'PUT /jobs/{id}': json(200, updateJobCall.answer),
  'DELETE /jobs/{id}': json(200, deleteJobCall.answer),
  'POST /jobs/generate-instructions': json(200, generatedInstructionsSchema),
  'POST /jobs/generate-fields': json(200, generatedFieldsSchema),
  'POST /jobs/generate-job': json(200, generatedJobSchema),
  'GET /jobs/{id}/analytics': json(200, jobAnalyticsSchema),

  'GET /chats/sessions': json(200, listSessionsCall.answer),
  'GET /chats/sessions/{id}/messages': json(200, listMessagesCall.answer),
  'POST /chats/sessions/{id}/reply (templateName, languageCode, components, message)': json(
    202,
    sendReplyCall.answer,
  ),
  'PUT /chats/messages/mark-read (messageIds)': json(200, markReadCall.answer),
  'PUT /chats/sessions/{id}/save (savedForLater)': json(200, saveSessionCall.answer),
  'GET /chats/export (query: sessionId)': file('text/csv; charset=utf-8'),
  'GET /chats/stats': json(200, readChatStatsCall.answer),
  'POST /chats/messages/{id}/remarks (remark)': json(201, addRemarkCall.answer),
  'POST /chats/sessions/{id}/email': json(202, emailSessionCall.answer),
  'PUT /chats/sessions/{id}/form-data (formData)': json(200, putFormDataCall.answer),
  'GET /chats/forms': json(200, listFormsCall.answer),
  'GET /chats/forms/{id}': json(200, readFormCall.answer),

  'GET /billing/summary': json(200, readBillingSummaryCall.answer),
  'POST /billing/create-order': json(201, createOrderCall.answer),
  'POST /billing/verify-payment': json(200, verifiedPaymentSchema),
  'GET /billing/invoice/{id}': file('application/pdf'),
  'GET /billing/config-status': json(200, readConfigStatusCall.answer),
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
  'POST /auth/import',
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
