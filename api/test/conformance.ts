/**
 * What runs on the embedded engine too, by the reason why an engine could differ there. Together
 * they execute every query of the product; a run of all of them fails where one is missing.
 */
export const conformance = {
  'migrations, locks and transactions': [
    'database/database.test.ts',
    'database/every-query.test.ts',
    'database/foreign-keys.test.ts',
    'database/migrations.test.ts',
    'http/idempotency.test.ts',
  ],
  'what has reached the disk when a process is killed': ['killed-server.test.ts'],
  'queue and notifications': [
    'queue/workers.test.ts',
    'queue/crew.test.ts',
    'queue/one-for-each-key.test.ts',
    'events/events.routes.test.ts',
    'metrics/metrics.test.ts',
  ],
  'texts, searches and JSON of every call': [
    'http/odd-texts.test.ts',
    'http/strangers.test.ts',
    'seed-calls.test.ts',
    'demo/seed-demo.test.ts',
    'jobs/frozen-keys.test.ts',
    'jobs/analytics/analytics-chats.test.ts',
  ],
  'sums and times': [
    'auth/trial/past-trials.test.ts',
    'billing/invoices/invoices.test.ts',
    'billing/low-credit/low-credit.test.ts',
    'chats/retention.test.ts',
  ],
  'every other query': [
    'assistant/changed-messages.test.ts',
    'assistant/choices.test.ts',
    'assistant/failure-table.test.ts',
    'assistant/follow-up.test.ts',
    'assistant/long-chat.test.ts',
    'assistant/owners-phone.test.ts',
    'assistant/reaction-answers.test.ts',
    'assistant/split-reply.test.ts',
    'auth/test-smtp/test-smtp.test.ts',
    'channel/reconnected.test.ts',
    'channel/settle-dead-sends.test.ts',
    'chats/email/email.routes.test.ts',
    'chats/messages/list-messages.test.ts',
    'chats/receive-message.test.ts',
    'chats/reply/undo.test.ts',
    'jobs/jobs-life.test.ts',
    'upkeep/sweep.test.ts',
    'whatsapp/account/account.test.ts',
    'whatsapp/webhooks/changed-messages.test.ts',
    'whatsapp/webhooks/told-failures.test.ts',
  ],
}
