import type { Queries } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/context.ts'
import { findUserById } from '../account/account.repo.ts'
import { recordActivity } from '../account/activity/activity.repo.ts'
import { newAddresses } from '../account/new-addresses.ts'
import type { Draft } from './job-row.ts'

/** Where what contacts answer goes by a change of a job, and did not go before. */
interface NewDestinations {
  isCallbackChanged: boolean
  addresses: string[]
  needsCode: boolean
}

/** Finds where answers go by the content of a job and did not go by the content `before`. */
export async function findNewDestinations(
  queries: Queries,
  ownerId: string,
  { behaviour: { onComplete } }: Pick<Draft, 'behaviour'>,
  before?: Draft,
): Promise<NewDestinations> {
  const { webhookUrl, email } = before?.behaviour.onComplete ?? { webhookUrl: '', email: [] }
  const own = (await findUserById(queries, ownerId))?.email ?? ''
  const isCallbackChanged = onComplete.webhookUrl !== webhookUrl
  const addresses = newAddresses(onComplete.email, { own, before: email })
  const isLedToCallback = isCallbackChanged && onComplete.webhookUrl !== ''
  return { isCallbackChanged, addresses, needsCode: isLedToCallback || addresses.length > 0 }
}

/** Notes in the activity log where answers to the job of that name go from now on. */
export async function recordNewDestinations(
  queries: Queries,
  by: { ownerId: string; actor: Actor; detail: { name: string } },
  { isCallbackChanged, addresses }: NewDestinations,
): Promise<void> {
  if (isCallbackChanged) await recordActivity(queries, { ...by, kind: 'callback_changed' })
  for (const email of addresses) {
    const detail = { ...by.detail, email }
    await recordActivity(queries, { ...by, kind: 'callback_changed', detail })
  }
}
