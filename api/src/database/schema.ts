export { assistantRuns, webhooks } from './tables/assistant.ts'
export {
  accounts,
  invoices,
  invoiceSeries,
  ledgerEntries,
  orders,
  payments,
} from './tables/billing.ts'
export { chatSessions, contacts } from './tables/chats.ts'
export { events } from './tables/events.ts'
export { emails, fileParts, files } from './tables/files.ts'
export { formData } from './tables/form-data.ts'
export { idempotencyKeys } from './tables/idempotency.ts'
export { forms, jobs, jobVersions } from './tables/jobs.ts'
export { earlyMessageChanges, messages, remarks, templates } from './tables/messages.ts'
export { rateLimits } from './tables/rate-limits.ts'
export { pastTrials, secrets, users } from './tables/users.ts'
export { webhookEvents } from './tables/webhooks.ts'
