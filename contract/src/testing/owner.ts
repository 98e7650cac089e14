import type { User } from '../auth.ts'
import { defaultPreferences } from '../default-preferences.ts'

const now = '2026-11-21T00:00:00Z'

/** An owner for tests of what is built on the contract. */
export const owner: User = {
  id: 'usr_1',
  uid: 'u1',
  phoneNumber: '+919876543210',
  email: '',
  name: 'Asha',
  createdAt: now,
  lastSeenAt: now,
  settings: {
    ...defaultPreferences,
    version: 3,
    assistant: { ...defaultPreferences.assistant, signingSecret: 'secret' },
    smtp: { ...defaultPreferences.smtp, passwordSet: false, lastTest: null },
    whatsapp: {
      ...defaultPreferences.whatsapp,
      accessTokenSet: false,
      appSecretSet: false,
      webhookUrl: 'https://errand.example/api/webhooks/whatsapp',
      verifyToken: 'word',
      chatLink: '',
      status: 'not_connected',
      lastInboundAt: null,
      lastError: null,
    },
  },
  trial: { startedAt: now, endsAt: now, daysLeft: 30, active: true },
}
