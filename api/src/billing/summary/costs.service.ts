import type { BillingCosts } from '@errand/contract/billing/summary'

import { toPreferences } from '../../auth/settings-view.ts'
import type { Queries } from '../../database/database.ts'
import { readAccount } from '../accounts.repo.ts'
import { toMinor } from '../money.ts'
import { costByChat, costByJob, type CostRow } from './costs.repo.ts'
import { readDays } from './days.ts'

interface Asked {
  from?: string | undefined
  to?: string | undefined
  currency: string
}

/** Which jobs and chats cost most in the days asked for, which are those of the owner's zone. */
export async function readCosts(
  queries: Queries,
  ownerId: string,
  { from, to, currency }: Asked,
): Promise<BillingCosts> {
  const { preferences } = await readAccount(queries, ownerId)
  const { timeZone: tz } = toPreferences(preferences).business
  const days = readDays({ from, to, tz }, new Date())
  const toCost = ({ id, name, messages, micros }: CostRow) => ({
    id,
    name,
    messages,
    amountMinor: toMinor(BigInt(micros), currency),
  })
  return {
    from: days.from,
    to: days.to,
    currency,
    jobs: (await costByJob(queries, ownerId, days)).map(toCost),
    chats: (await costByChat(queries, ownerId, days)).map(toCost),
  }
}
