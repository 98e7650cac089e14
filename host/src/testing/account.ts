import type { AuthStats } from '@errand/contract/auth'
import { owner } from '@errand/contract/testing/owner'

/** The figures of a nearly empty account. */
export const accountStats: AuthStats = {
  jobs: { total: 1, active: 1, paused: 0, draft: 0 },
  sessions: { active: 3, needsYou: 2, completedToday: 1, completed7d: 4 },
  messages: { today: 9, unread: 2, failed24h: 0 },
  forms: { completionRate7d: 0.5 },
  trial: { ...owner.trial, messagesLeft: 380 },
  balance: { amountMinor: 19_980, currency: 'INR', messagesLeft: 999 },
  setup: {
    business: true,
    firstJob: true,
    firstTest: true,
    whatsapp: false,
    firstCustomer: true,
    smtp: false,
    credit: false,
  },
  channel: { status: 'not_connected' },
  asOf: '2026-11-21T10:00:00Z',
}
