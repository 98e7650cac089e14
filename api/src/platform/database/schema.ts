export { assistantRuns, webhooks } from './tables/assistant.ts'
export {
  accounts,
  invoices,
  invoiceSeries,
  ledgerEntries,
  orders,
  payments,
} from './tables/billing.ts'
export { chatSessions, contacts, formData } from './tables/chats.ts'
export { emails, files } from './tables/files.ts'
export { forms, jobAnswers, jobs, jobTranslations, jobVersions } from './tables/jobs.ts'
export { earlyMessageChanges, messages, remarks, templates } from './tables/messages.ts'
export { events, idempotencyKeys, rateLimits, webhookEvents } from './tables/requests.ts'
export {
  activity,
  alertDevices,
  calendarFeeds,
  knownBrowsers,
  pastTrials,
  pushKeys,
  secrets,
  signIns,
  users,
} from './tables/users.ts'
