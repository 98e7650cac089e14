import type { User } from '@errand/contract/auth'

const now = '2026-11-21T00:00:00Z'

/** The signed-in owner of a test. */
export const owner: User = {
  id: 'usr_1',
  uid: 'u1',
  phoneNumber: '+919876543210',
  email: '',
  name: 'Asha',
  createdAt: now,
  settings: { version: 3 },
  trial: { startedAt: now, endsAt: now, daysLeft: 30, active: true },
}
