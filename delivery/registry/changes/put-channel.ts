import { notify } from '@errand/database'

import type { Channel } from '../../rollouts/channel.ts'
import { saveChannel, type ChannelRow } from '../tables/channels.ts'
import type { Queries } from '../tables/definition.ts'
import { countChange } from '../tables/document.ts'

/** The channel on which the database tells every process of a change. */
export const changesChannel = 'errand_registry_changes'

/** Puts a channel in the place of the one before; everybody hears of it when that is committed. */
export async function putChannel(queries: Queries, channel: Channel): Promise<ChannelRow> {
  const row = { ...channel, changedAt: new Date() }
  await saveChannel(queries, row)
  await tellChange(queries)
  return row
}

/** Tells every process, when it is committed, that the document says something else. */
export async function tellChange(queries: Queries): Promise<void> {
  await countChange(queries)
  await notify(queries, changesChannel)
}
