import type { Channel } from '@errand/contract/chats/session'

import { readPreferences } from '../auth/settings-view.ts'
import type { Queries } from '../database/database.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { readSecret } from '../secrets/secrets.repo.ts'
import type { Ask, GraphAccess } from './graph.ts'

/** What an account at a Graph API is reached with, and what it signs with. */
interface Credentials {
  phoneNumberId: string
  wabaId: string
  accessToken: string
  appSecret: string
}

/** Where a Graph API answers. */
export interface GraphPlace {
  baseUrl: string
  ask: Ask
  /** Where it gives credentials out by itself: everybody's, and whose an id of it is. */
  simulated?: {
    credentialsOf: (ownerId: string) => Credentials
    ownerIdOf: (id: string) => string | undefined
  }
}

/** The Graph APIs that there are: the provider's, and on a developer's machine the simulator. */
export type GraphPlaces = Partial<Record<Channel, GraphPlace>>

/** What an owner's account is found by. */
export interface Accounts {
  places: GraphPlaces
  secretBox: SecretBox
}

/** How an owner's account is reached on a channel; nothing when it is not connected. */
export async function findAccess(
  queries: Queries,
  { places, secretBox }: Accounts,
  { ownerId, channel }: { ownerId: string; channel: Channel },
): Promise<GraphAccess | undefined> {
  const place = places[channel]
  if (place === undefined) return undefined
  const { baseUrl, ask, simulated } = place
  if (simulated !== undefined) return { baseUrl, ask, ...simulated.credentialsOf(ownerId) }
  const { whatsapp } = await readPreferences(queries, ownerId)
  const { provider, phoneNumberId, wabaId } = whatsapp
  if (provider !== 'cloud_api' || phoneNumberId === '') return undefined
  const accessToken = await readSecret(queries, secretBox, {
    ownerId,
    name: 'whatsapp_access_token',
  })
  return accessToken === undefined
    ? undefined
    : { baseUrl, ask, phoneNumberId, wabaId, accessToken }
}
