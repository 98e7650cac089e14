import { ledgerKinds } from '@errand/contract/billing/summary'

import type { LedgerFilter } from '../account/billing.api.ts'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** What the address says; a word that means nothing is left out. */
export function readLedgerFilter(parameters: URLSearchParams): LedgerFilter {
  const kind = ledgerKinds.find((known) => known === parameters.get('kind'))
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? '']
  return {
    ...(kind !== undefined && { kind }),
    ...(dayPattern.test(from) && { from }),
    ...(dayPattern.test(to) && { to }),
  }
}
