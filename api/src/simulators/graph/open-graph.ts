import type { Database } from '../../database/database.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { GraphPlace } from '../../whatsapp/access.ts'
import { handOut } from './credentials.ts'
import { createGraphSimulator, type GraphSimulator } from './graph-simulator.ts'
import { productDirectory } from './product-directory.ts'
import { ownerIdOf } from './simulated-ids.ts'
import type { Pace } from './simulation.ts'
import type { Ask } from './webhooks.ts'

interface OpenWith {
  database: () => Database
  secretBox: SecretBox
  /** The product's own address, where webhooks go. */
  productUrl: string
  ask: Ask
  pace?: Pace
  closing: AbortSignal
}

const path = '/simulator/graph/v25.0'

/** The Graph API in this process, for a developer's machine. */
export function openGraph({ database, secretBox, productUrl, ...rest }: OpenWith): {
  simulator: GraphSimulator
  place: GraphPlace
} {
  const simulator = createGraphSimulator({
    ...rest,
    directory: productDirectory(database),
    credentialsOf: (ownerId) => handOut(secretBox, ownerId),
    webhookUrl: `${productUrl}/api/webhooks/whatsapp`,
  })
  const place = placeAt('http://localhost', secretBox)
  return { simulator, place: { ...place, ask: simulator.fetch } }
}

/** The Graph API of another process on this machine. */
export function placeAt(origin: string, secretBox: SecretBox): GraphPlace {
  const credentialsOf = (ownerId: string) => handOut(secretBox, ownerId)
  return { baseUrl: `${origin}${path}`, ask: fetch, simulated: { credentialsOf, ownerIdOf } }
}
