import type { Preferences, SettingsChange } from '@errand/contract/settings'

import { Problem } from '../../http/problem.ts'
import { isWritable } from '../../pdf/fonts.ts'

/** Refuses what would stand on invoices in a script for which they have no letters. */
export function requireWritable(
  { business, billing }: SettingsChange,
  after: Pick<Preferences, 'billing'>,
): void {
  const printed = {
    'billing/legalName': billing?.legalName,
    'billing/address': billing?.address,
    // It stands on them where there is no legal name.
    ...(after.billing.legalName === '' && { 'business/name': business?.name }),
  }
  const errors = Object.entries(printed).flatMap(([path, text = '']) =>
    isWritable(text)
      ? []
      : [
          {
            pointer: `#/settings/${path}`,
            code: 'unwritable_script',
            detail:
              'Invoices have no letters for this script: write it in Latin, Arabic, Hebrew or an Indian script.',
          },
        ],
  )
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}
