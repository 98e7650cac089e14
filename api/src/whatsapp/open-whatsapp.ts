import type { Channels } from '../channel/channel.ts'
import { whatsAppPace } from '../channel/pace.ts'
import type { Database } from '../database/database.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { GraphSimulator } from '../simulators/graph/graph-simulator.ts'
import type { Accounts, GraphPlaces } from './access.ts'
import { createWhatsAppChannel } from './whatsapp-channel.ts'

/** WhatsApp as this process reaches it. */
export interface WhatsApp extends Accounts {
  channels: Channels
  /** The simulated one, where it runs in this process. */
  simulator?: GraphSimulator | undefined
}

interface OpenWith {
  database: Database
  secretBox: SecretBox
  /** Where the provider's own api answers. */
  graphUrl: string
  /** Only on a developer's machine. */
  simulated?: { place: NonNullable<GraphPlaces['simulator']>; simulator?: GraphSimulator }
}

/** Opens the channels; each is the same client, asking another place. */
export function openWhatsApp({ database, secretBox, graphUrl, simulated }: OpenWith): WhatsApp {
  const places: GraphPlaces = {
    whatsapp: { baseUrl: graphUrl, ask: fetch },
    ...(simulated !== undefined && { simulator: simulated.place }),
  }
  const accounts = { places, secretBox }
  const channels: Channels = {
    whatsapp: createWhatsAppChannel(database, accounts, { name: 'whatsapp', pace: whatsAppPace }),
    ...(simulated !== undefined && {
      simulator: createWhatsAppChannel(database, accounts, { name: 'simulator' }),
    }),
  }
  return { ...accounts, channels, simulator: simulated?.simulator }
}
