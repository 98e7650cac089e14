import type { Prices } from '../billing/billing-settings.ts'
import type { MakeId } from './demo-ids.ts'
import type { Random } from './random.ts'

/** What everything of a demo is made from; the same account gives the same rows. */
export interface DemoAccount {
  ownerId: string
  /** When the owner came. */
  since: Date
  now: Date
  random: Random
  newId: MakeId
  prices: Prices
}
