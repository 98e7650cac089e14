import type { User } from '@errand/contract/auth'

import type { Queries } from '../database/database.ts'
import { findSecretNames } from '../secrets/secrets.repo.ts'
import type { Services } from '../services.ts'
import type { UserRow } from './auth.repo.ts'
import { toSettings } from './settings-view.ts'
import { trialOf } from './trial/trial.ts'

/** What a profile shows that is the same for all. */
export interface ProfileView {
  publicUrl: string
  trialDays: number
  /** Where mail is taken on a developer's machine. */
  inboxPort: number | undefined
}

/** What of the services a profile shows. */
export const profileView = ({
  publicUrl,
  billing,
  mail,
}: Pick<Services, 'publicUrl' | 'billing' | 'mail'>): ProfileView => ({
  publicUrl,
  trialDays: billing.prices.trialDays,
  inboxPort: mail.inboxPort,
})

/** The signed-in person as the contract shows him. */
export async function toUser(queries: Queries, row: UserRow, view: ProfileView): Promise<User> {
  const secrets = await findSecretNames(queries, row.id)
  return {
    id: row.id,
    uid: row.uid,
    phoneNumber: row.phoneNumber,
    email: row.email,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    settings: toSettings(row, secrets, {
      webhookUrl: `${view.publicUrl}/api/webhooks/whatsapp`,
      inboxPort: view.inboxPort,
    }),
    trial: trialOf(row.trialStartedAt ?? row.createdAt, view.trialDays),
  }
}
