import type { Preferences } from '@errand/contract/settings'

import type { Findings } from '../../database/tables/users.ts'

type Channel = Findings['channel']

/** Where an owner's number stands after he changed what he told us of it: nobody looked yet. */
export function channelAfterChange(
  { provider, phoneNumberId, wabaId }: Preferences['whatsapp'],
  before: Channel | undefined,
): Channel {
  const isEmpty = provider === 'simulator' || (phoneNumberId === '' && wabaId === '')
  return {
    status: isEmpty ? 'not_connected' : 'connecting',
    lastInboundAt: before?.lastInboundAt ?? null,
    lastError: null,
  }
}
