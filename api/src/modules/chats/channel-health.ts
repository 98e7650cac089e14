import type { MessageError } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'
import { eq } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { users } from '../../platform/database/schema.ts'
import type { AccountEventKind, Findings } from '../../platform/database/tables/users.ts'
import { publishEvent } from '../../platform/events/events.repo.ts'
import { currentHealth, toPreferences, unknownChannelHealth } from '../account/settings-view.ts'
import { refusals } from './channel.ts'

type Health = Findings['channel']

/** The number of an owner on a channel. */
interface OwnerChannel {
  ownerId: string
  channel: Channel
}

/** The channel that the owner's settings are about. */
export const channelOf = (provider: 'simulator' | 'cloud_api'): Channel =>
  provider === 'simulator' ? 'simulator' : 'whatsapp'

/** Whether no message can be sent over the owner's number until it is connected again. */
export const isChannelLost = async (queries: Queries, whose: OwnerChannel): Promise<boolean> =>
  (await checkSending(queries, whose)) !== 'possible'

/** Whether messages can be sent over the owner's number, else why they wait; `closed` if the account is closed. */
export async function checkSending(
  queries: Queries,
  { ownerId, channel }: OwnerChannel,
): Promise<'possible' | MessageError | 'closed'> {
  const { preferences, findings, deletedAt } = users
  const [row] = await queries
    .select({ preferences, findings, deletedAt })
    .from(users)
    .where(eq(users.id, ownerId))
  if (row === undefined || row.deletedAt !== null) return 'closed'
  const isChosen = channelOf(toPreferences(row.preferences).whatsapp.provider) === channel
  const { status, lastError } = currentHealth(row.findings.channel)
  // A simulated number needs no connecting.
  const isLost =
    channel === 'simulator'
      ? isChosen && status === 'disconnected'
      : !isChosen || status === 'disconnected' || status === 'not_connected'
  if (!isLost) return 'possible'
  const { disconnected } = refusals
  return lastError === null
    ? disconnected
    : { ...disconnected, code: lastError.code, detail: lastError.message }
}

/** Stores the health of an owner's number and publishes it; the last step of its transaction. */
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
  const before = row.findings.channel ?? unknownChannelHealth
  const after = change(before, toPreferences(row.preferences).whatsapp.provider)
  if (after === undefined) return
  const findings = { ...row.findings, channel: after }
  await queries.update(users).set({ findings }).where(eq(users.id, ownerId))
  const isWorthAnEvent = before.status !== after.status || before.lastError !== after.lastError
  const data = { status: after.status }
  if (isWorthAnEvent) await publishEvent(queries, { ownerId, type: 'channel.updated', data })
}

/** Whether the owner has connected the number again since then; locked until the transaction ends. */
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

/** A report about an owner's number, with its subject if it came from the provider. */
export interface AccountReport extends OwnerChannel {
  about?: AccountEventKind
  /** When it happened: reports may arrive out of order. */
  toldAt?: Date | undefined
}

interface ChannelTrouble extends AccountReport {
  reason: MessageError
}

/** Changes the health, unless a newer report on the same subject has been stored already. */
function changeHealthIfNewer(
  queries: Queries,
  { ownerId, channel, about, toldAt }: AccountReport,
  change: (before: Health, provider: 'simulator' | 'cloud_api') => Health,
): Promise<void> {
  return changeHealth(queries, ownerId, (stored, provider) => {
    if (channelOf(provider) !== channel) return undefined
    const before = currentHealth(stored)
    const last = about && before.toldAt?.[about]
    if (last !== undefined && toldAt !== undefined && new Date(last) > toldAt) return undefined
    const after = change(before, provider)
    if (about === undefined || toldAt === undefined) return after === before ? undefined : after
    return { ...after, toldAt: { ...before.toldAt, [about]: toldAt.toISOString() } }
  })
}

/**
 * Marks the number as disconnected, so that nothing more is sent over it. `since` is when the failed
 * call was started: the number may have been connected again in the meantime.
 */
export function loseChannel(
  queries: Queries,
  { reason, since, ...news }: ChannelTrouble & { since?: Date },
): Promise<void> {
  return changeHealthIfNewer(queries, news, (before) => {
    if (before.status === 'disconnected' || isSince(before.connectedAt, since)) return before
    return { ...withoutEnd(before), status: 'disconnected', lastError: errorOf(reason) }
  })
}

/** Marks a number that works but needs its owner's attention, for good or until a given time. */
export function degradeChannel(
  queries: Queries,
  { reason, until, ...news }: ChannelTrouble & { until?: Date },
): Promise<void> {
  const lastError = errorOf(reason)
  return changeHealthIfNewer(queries, news, (before) => {
    const isKnown = before.lastError?.message === lastError.message
    if (before.status === 'disconnected' || isKnown) return before
    const end = until && { until: until.toISOString() }
    return { ...withoutEnd(before), status: 'degraded', lastError, ...end }
  })
}

/** Clears a trouble with one of these codes; returns whether there was one. */
export async function restoreChannel(
  queries: Queries,
  { codes, ...news }: AccountReport & { codes: number[] },
): Promise<boolean> {
  let isBack = false
  await changeHealthIfNewer(queries, news, (before, provider) => {
    const { lastError } = before
    if (lastError === null || !codes.includes(lastError.code)) return before
    isBack = true
    const status = provider === 'simulator' ? 'not_connected' : 'connected'
    const connectedAt = new Date().toISOString()
    return { ...withoutEnd(before), status, lastError: null, connectedAt }
  })
  return isBack
}

const withoutEnd = ({ until: _until, ...health }: Health): Health => health

/** Whether a number is the owner's; true if the owner's number is not known. */
export async function isOwnNumber(
  queries: Queries,
  { ownerId }: OwnerChannel,
  { number = '', chosen }: { number?: string | undefined; chosen: string },
): Promise<boolean> {
  const [row] = await queries
    .select({ findings: users.findings })
    .from(users)
    .where(eq(users.id, ownerId))
  const digits = (text: string) => text.replaceAll(/\D/g, '')
  const reportedNumber = digits(number)
  const known = [row?.findings.channel?.number ?? '', chosen].map(digits).filter(Boolean)
  return reportedNumber === '' || known.length === 0 || known.includes(reportedNumber)
}

/**
 * Notes when a contact last wrote and to which number: a number that has received nothing for long may
 * not be connected at all.
 */
export function noteInbound(
  queries: Queries,
  ownerId: string,
  { at, number }: { at: Date; number: string | undefined },
): Promise<void> {
  const time = at.toISOString()
  return changeHealth(queries, ownerId, (before) =>
    (before.lastInboundAt ?? '') < time
      ? { ...before, lastInboundAt: time, ...(number !== undefined && { number }) }
      : undefined,
  )
}

function errorOf({ code, title, detail }: MessageError): NonNullable<Health['lastError']> {
  return { code, message: `${title}. ${detail}`, at: new Date().toISOString() }
}
