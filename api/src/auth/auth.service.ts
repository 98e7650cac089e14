import type { CreateProfileInput, UpdateSettingsInput, User } from '@errand/contract/auth'

import type { Meter } from '../billing/meter.ts'
import type { Database, Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { versionConflict, type Precondition } from '../http/if-match.ts'
import { forgetAnswers } from '../http/idempotency.ts'
import { Problem } from '../http/problem.ts'
import type { Identity } from '../identity/identity.ts'
import { archiveJobs } from '../jobs/jobs.repo.ts'
import {
  findSecretNames,
  findUser,
  insertUser,
  lockUser,
  updateUser,
  type UserRow,
} from './auth.repo.ts'
import { toSettings } from './settings-view.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What a profile shows that is the same for all. */
interface ProfileView {
  publicUrl: string
  trialDays: number
}

/** How long a deleted account is kept before it is gone for good. */
const keptDays = 30

export async function getProfile(queries: Queries, uid: string, view: ProfileView): Promise<User> {
  return toUser(queries, present(await findUser(queries, uid)), view)
}

/** Safe to repeat: a profile that is there already stays as it is. */
export async function createProfile(
  queries: Queries,
  identity: Identity,
  { input, view, meter }: { input: CreateProfileInput; view: ProfileView; meter: Meter },
): Promise<{ user: User; isNewUser: boolean }> {
  if (input.phoneNumber !== identity.phoneNumber) {
    throw new Problem('forbidden', {
      detail: 'The phone number must be the one that you signed in with.',
    })
  }
  const inserted = await insertUser(queries, {
    ...input,
    id: newId('user'),
    uid: identity.uid,
    createdAt: new Date(),
  })
  if (inserted !== undefined) await meter.createAccount(queries, inserted.id)
  const row = inserted ?? present(await findUser(queries, identity.uid))
  return { user: await toUser(queries, row, view), isNewUser: inserted !== undefined }
}

export function updateSettings(
  database: Database,
  change: { uid: string; isWanted: Precondition; input: UpdateSettingsInput; view: ProfileView },
): Promise<User> {
  return database.transaction(async (queries) => {
    const row = present(await lockUser(queries, change.uid))
    if (!change.isWanted(row.settingsVersion)) {
      const value = await toUser(queries, row, change.view)
      throw versionConflict({ version: row.settingsVersion, value })
    }
    const { name = row.name, email = row.email } = change.input
    const settingsVersion = row.settingsVersion + 1
    const updated = await updateUser(queries, row.id, { name, email, settingsVersion })
    return toUser(queries, updated, change.view)
  })
}

/** Ends the account at once; the data is deleted for good at the moment that is returned. */
export function deleteAccount(database: Database, uid: string): Promise<Date> {
  return database.transaction(async (queries) => {
    const { id } = present(await lockUser(queries, uid))
    const deletedAt = new Date()
    const purgeAt = new Date(deletedAt.getTime() + keptDays * dayMs)
    await archiveJobs(queries, id, deletedAt)
    await updateUser(queries, id, { deletedAt, purgeAt })
    await forgetAnswers(queries, uid)
    return purgeAt
  })
}

function present(row: UserRow | undefined): UserRow {
  if (row === undefined) throw new Problem('profile_missing')
  return row
}

async function toUser(queries: Queries, row: UserRow, view: ProfileView): Promise<User> {
  const secrets = await findSecretNames(queries, row.id)
  const startedAt = row.createdAt
  const endsAt = new Date(startedAt.getTime() + view.trialDays * dayMs)
  const leftMs = Math.max(0, endsAt.getTime() - Date.now())
  return {
    id: row.id,
    uid: row.uid,
    phoneNumber: row.phoneNumber,
    email: row.email,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    settings: toSettings(row, secrets, `${view.publicUrl}/api/webhooks/whatsapp`),
    trial: {
      startedAt: startedAt.toISOString(),
      endsAt: endsAt.toISOString(),
      daysLeft: Math.ceil(leftMs / dayMs),
      active: leftMs > 0,
    },
  }
}
