import * as z from 'zod/mini'

import { channelSchema, stableOf, type Channel } from '../rollouts/channel.ts'
import type { AuditRow } from './answers.ts'
import { moment, table } from './output.ts'
import { showShare } from './share.ts'

/** Lines of the audit log as people read them. */
export const historyTable = (rows: AuditRow[]): string =>
  table(
    ['when', 'who', 'app', 'what', 'why'],
    rows.map((row) => [
      moment(row.at),
      row.actor,
      row.app,
      `${row.action} ${detailOf(row)}`.trim(),
      row.reason ?? '',
    ]),
  )

const versionedSchema = z.object({ version: z.string() })

/** What is worth knowing of the state after it. */
function detailOf({ action, before, after }: AuditRow): string {
  const channel = channelSchema.safeParse(after).data
  if (channel === undefined) return versionedSchema.safeParse(after).data?.version ?? ''
  if (action === 'pin' || action === 'unpin') {
    return changedPins(channelSchema.safeParse(before).data?.pins, channel.pins)
  }
  const { candidate, weight } = channel
  return candidate === null
    ? `→ ${stableOf(channel) ?? 'nothing'}`
    : `→ ${candidate} ${showShare(weight)}`
}

function changedPins(before: Channel['pins'] = {}, after: Channel['pins']): string {
  const visitors = Object.keys({ ...before, ...after })
  return visitors
    .filter((visitor) => before[visitor] !== after[visitor])
    .map((visitor) => [visitor, after[visitor]].join(' ').trim())
    .join(', ')
}
