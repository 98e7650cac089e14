import type { CreateProfileInput, User } from '@errand/contract/auth'

import type { Meter } from '../billing/meter.ts'
import type { Database, Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { Problem } from '../http/problem.ts'
import type { Identity } from '../identity/identity.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { findUser, insertUser } from './auth.repo.ts'
import { noteSeen } from './last-seen.ts'
import { present } from './present.ts'
import { findPastTrial } from './trial/past-trials.ts'
import { toUser, type ProfileView } from './user-view.ts'

export async function getProfile(
  database: Database,
  uid: string,
  view: ProfileView,
): Promise<User> {
  const row = await findUser(database.queries, uid)
  // The one place where that is no mistake: who signs in for the first time asks here.
  if (row === undefined) throw new Problem('profile_missing')
  const lastSeenAt = await noteSeen(database, row)
  return toUser(database.queries, { ...row, lastSeenAt }, view)
}

interface NewProfile {
  input: CreateProfileInput
  view: ProfileView
  meter: Meter
  secretBox: SecretBox
}

/** Safe to repeat: a profile that is there already stays as it is. */
export async function createProfile(
  queries: Queries,
  identity: Identity,
  { input, view, meter, secretBox }: NewProfile,
): Promise<{ user: User; isNewUser: boolean }> {
  if (input.phoneNumber !== identity.phoneNumber) {
    throw new Problem('forbidden', {
      detail: 'The phone number must be the one that you signed in with.',
    })
  }
  const past = await findPastTrial(queries, secretBox, input.phoneNumber)
  const inserted = await insertUser(queries, {
    ...input,
    id: newId('user'),
    uid: identity.uid,
    createdAt: new Date(),
    trialStartedAt: past?.startedAt,
  })
  if (inserted !== undefined) await meter.createAccount(queries, inserted.id, past)
  const row = inserted ?? present(await findUser(queries, identity.uid))
  return { user: await toUser(queries, row, view), isNewUser: inserted !== undefined }
}
