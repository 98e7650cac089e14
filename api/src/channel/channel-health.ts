import type { MessageError } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'
import { eq } from 'drizzle-orm'

import { toPreferences } from '../auth/settings-view.ts'
import type { Queries } from '../database/database.ts'
import { users } from '../database/schema.ts'
import type { Findings } from '../database/tables/users.ts'
import { publishEvent } from '../events/events.repo.ts'

type Health = Findings['channel']

/** An owner's number on a channel. */
interface Whose {
  ownerId: string
  channel: Channel
}

/** What is known of a number before anybody looked. */
const unknown: Health = { status: 'not_connected', lastInboundAt: null, lastError: null }

/** The channel that the owner's settings are about. */
export const channelOf = (provider: 'simulator' | 'cloud_api'): Channel =>
  provider === 'simulator' ? 'simulator' : 'whatsapp'

/** Whether nothing can go out over the owner's number until it is connected again. */
export const isChannelLost = async (queries: Queries, whose: Whose): Promise<boolean> =>
  (await sendingBy(queries, whose)) !== 'possible'

/** Whether something can go out over the owner's number; never again once the account is closed. */
export async function sendingBy(
  queries: Queries,
  { ownerId, channel }: Whose,
): Promise<'possible' | 'lost' | 'closed'> {
  const { preferences, findings, deletedAt } = users
  const [row] = await queries
    .select({ preferences, findings, deletedAt })
    .from(users)
    .where(eq(users.id, ownerId))
  if (row === undefined || row.deletedAt !== null) return 'closed'
  const isChosen = channelOf(toPreferences(row.preferences).whatsapp.provider) === channel
  const { status } = row.findings.channel ?? unknown
  // A simulated number needs no connecting.
  const isLost =
    channel === 'simulator'
      ? isChosen && status === 'disconnected'
      : !isChosen || status === 'disconnected' || status === 'not_connected'
  return isLost ? 'lost' : 'possible'
}

/** Writes down what was found out of an owner's number, and tells of it; last in its transaction. */
export async function changeHealth(
  queries: Queries,
  ownerId: string,
  change: (before: Health, provider: 'simulator' | 'cloud_api') => Health | undefined,
): Promise<void> {
  const [row] = await queries
    .select({ preferences: users.preferences, findings: users.findings })
    .from(users)
    .where(eq(users.id, ownerId))
    .for('no key update')
  if (row === undefined) return
  const before = row.findings.channel ?? unknown
  const after = change(before, toPreferences(row.preferences).whatsapp.provider)
  if (after === undefined) return
  const findings = { ...row.findings, channel: after }
  await queries.update(users).set({ findings }).where(eq(users.id, ownerId))
  const isTold = before.status !== after.status || before.lastError !== after.lastError
  const data = { status: after.status }
  if (isTold) await publishEvent(queries, { ownerId, type: 'channel.updated', data })
}

/** Whether an owner has connected the number again since then; nobody does until the transaction ends. */
export async function wasConnectedSince(
  queries: Queries,
  ownerId: string,
  since: Date,
): Promise<boolean> {
  const [row] = await queries
    .select({ findings: users.findings })
    .from(users)
    .where(eq(users.id, ownerId))
    .for('no key update')
  return isSince(row?.findings.channel?.connectedAt, since)
}

const isSince = (at: string | undefined, since: Date | undefined): boolean =>
  at !== undefined && since !== undefined && new Date(at) >= since

interface Loss {
  ownerId: string
  channel: Channel
  reason: MessageError
  /** When what failed was begun: the number may have been connected again since. */
  since?: Date
}

/** Nothing more goes out over the number; once is enough to be told of it. */
export function loseChannel(
  queries: Queries,
  { ownerId, channel, reason, since }: Loss,
): Promise<void> {
  return changeHealth(queries, ownerId, (before, provider) => {
    if (channelOf(provider) !== channel || before.status === 'disconnected') return undefined
    if (isSince(before.connectedAt, since)) return undefined
    return { ...before, status: 'disconnected', lastError: errorOf(reason) }
  })
}

/** The number works, but its owner has to look after it. */
export function degradeChannel(
  queries: Queries,
  { ownerId, channel, reason }: { ownerId: string; channel: Channel; reason: MessageError },
): Promise<void> {
  return changeHealth(queries, ownerId, (before, provider) => {
    const isOther = channelOf(provider) !== channel || before.status === 'disconnected'
    if (isOther || before.lastError?.code === reason.code) return undefined
    return { ...before, status: 'degraded', lastError: errorOf(reason) }
  })
}

/** When somebody last wrote: a number that has been silent for long may not be reached at all. */
export function noteInbound(queries: Queries, ownerId: string, at: Date): Promise<void> {
  const time = at.toISOString()
  return changeHealth(queries, ownerId, (before) =>
    (before.lastInboundAt ?? '') < time ? { ...before, lastInboundAt: time } : undefined,
  )
}

function errorOf({ code, title, detail }: MessageError): NonNullable<Health['lastError']> {
  return { code, message: `${title}. ${detail}`, at: new Date().toISOString() }
}
