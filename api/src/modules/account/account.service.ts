import type { CreateProfileInput, User } from '@errand/contract/auth'
import { defaultPreferences } from '@errand/contract/default-preferences'
import { preferredPageLanguage } from '@errand/contract/page-language'
import { desc, inArray, lte } from 'drizzle-orm'

import type { Database, Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { pastTrials } from '../../platform/database/schema.ts'
import type { StoredPreferences } from '../../platform/database/tables/users.ts'
import type { Identity } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import {
  findUser,
  insertUser,
  newSigningSecret,
  requireProfile,
  type UserRow,
} from './account.repo.ts'
import { toUser, type ProfileContext } from './settings-view.ts'

export async function getProfile(
  services: ProfileContext & { database: Database },
  uid: string,
): Promise<User> {
  const { queries } = services.database
  const row = await findUser(queries, uid)
  // Only here a missing profile is no error: whoever signs in for the first time asks.
  if (row === undefined) throw new Problem('profile_missing')
  return toUser(queries, row, services)
}

/** What creating a profile needs besides what reading it does. */
export interface NewProfileServices extends ProfileContext {
  /** Opens the account again that the person closed, if it is not gone. */
  reopenAccount: (queries: Queries, identity: Identity) => Promise<UserRow | undefined>
  billing: ProfileContext['billing'] & {
    meter: {
      /** Opens the account of a new owner, who may have used part of the trial before. */
      createAccount: (queries: Queries, ownerId: string, past?: PastTrial) => Promise<void>
    }
  }
}

interface NewProfile {
  identity: Identity
  input: CreateProfileInput
  /** The languages of the owner's browser, as its header lists them. */
  acceptedLanguages: string
}

interface CreatedProfile {
  user: User
  isNewUser: boolean
  isReopened: boolean
}

/** Safe to repeat: a profile that is there already stays as it is. */
export async function createProfile(
  queries: Queries,
  services: NewProfileServices,
  { identity, input, acceptedLanguages }: NewProfile,
): Promise<CreatedProfile> {
  if (input.phoneNumber !== identity.phoneNumber) {
    throw new Problem('forbidden', {
      detail: 'The phone number must be the one you signed in with.',
    })
  }
  const known = await findUser(queries, identity.uid)
  const reopened = known === undefined ? await services.reopenAccount(queries, identity) : undefined
  const present = known ?? reopened
  if (present !== undefined) {
    const user = await toUser(queries, present, services)
    return { user, isNewUser: false, isReopened: reopened !== undefined }
  }
  const past = await findPastTrial(queries, services.secretBox, input.phoneNumber)
  const id = newId('user')
  const inserted = await insertUser(queries, {
    ...input,
    id,
    signingSecret: newSigningSecret(services.secretBox, id),
    uid: identity.uid,
    createdAt: new Date(),
    trialStartedAt: past?.startedAt,
    preferences: firstPreferences(acceptedLanguages),
  })
  if (inserted !== undefined) await services.billing.meter.createAccount(queries, inserted.id, past)
  const row = inserted ?? requireProfile(await findUser(queries, identity.uid))
  const user = await toUser(queries, row, services)
  return { user, isNewUser: inserted !== undefined, isReopened: false }
}

/** A new owner's pages are in the browser's language, if they are written in it. */
function firstPreferences(acceptedLanguages: string): StoredPreferences {
  const language = preferredPageLanguage(acceptedLanguages)
  const isUsual = language === undefined || language === defaultPreferences.ui.language
  return isUsual ? {} : { ui: { language } }
}

/** What an earlier account of the same number used of the trial. */
type PastTrial = Pick<
  typeof pastTrials.$inferSelect,
  'startedAt' | 'trialMessages' | 'graceMessages'
>

/** What this number used of the trial with an earlier account. */
async function findPastTrial(
  queries: Queries,
  box: SecretBox,
  phoneNumber: string,
): Promise<PastTrial | undefined> {
  const { startedAt, trialMessages, graceMessages } = pastTrials
  const [row] = await queries
    .select({ startedAt, trialMessages, graceMessages })
    .from(pastTrials)
    .where(inArray(pastTrials.mark, [...box.marksOf(phoneNumber)]))
    // There is more than one only after the keys were rotated.
    .orderBy(desc(pastTrials.expiresAt))
    .limit(1)
  return row
}

export async function sweepPastTrials(queries: Queries, now: Date): Promise<void> {
  await queries.delete(pastTrials).where(lte(pastTrials.expiresAt, now))
}
