import type { ActivityKind } from '@errand/contract/activity'
import { notify } from '@errand/database'
import { and, desc, eq, gt, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { Logger } from 'pino'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { signIns, users } from '../../../platform/database/schema.ts'
import { publishEvent } from '../../../platform/events/events.repo.ts'
import type { Actor, Device, Identity } from '../../../platform/http/context.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { lockOwner } from '../account.repo.ts'
import { recordActivity } from '../activity/activity.repo.ts'
import { deleteDevices, moveDevices } from '../alerts/devices.ts'
import { queueAlert } from '../alerts/queue-alert.ts'
import { nameDevice } from './device.ts'

export type SignInRow = typeof signIns.$inferSelect
type EndedBy = NonNullable<SignInRow['endedBy']>

const dayMs = 24 * 60 * 60 * 1000
/** A sign-in ends when it was not used for this long, and after this long in any case. */
export const maxIdleMs = 30 * dayMs
export const maxSignInAgeMs = 180 * dayMs
/** How many sign-ins of an owner are open at a time: more than one person has devices. */
export const maxSignIns = 100
/** A device is known for this long after a sign-in on it. */
const retentionMs = 365 * dayMs

/** The PostgreSQL channel on which every process learns whose sign-ins it has to read anew. */
export const signInsChannel = 'sign_ins'

/** The owner of a sign-in, here and at the identity provider. */
interface SignInOwner {
  ownerId: string
  uid: string
}

type SignInChange =
  | { what: 'started'; signInId: string; device: string; isNewDevice: boolean; isFirst: boolean }
  | { what: 'ended'; signInIds: string[]; by: EndedBy }
  | { what: 'refused'; signInId: string; by: EndedBy | null }

/** Records that a sign-in started, ended or was refused: the one place that learns of all three. */
export async function recordSignIn(
  { queries, log }: { queries: Queries; log: Logger },
  { ownerId, uid }: SignInOwner,
  change: SignInChange,
): Promise<void> {
  log.info({ ownerId, ...change }, 'sign-in')
  if (change.what === 'refused') return
  if (change.what === 'ended') await notify(queries, signInsChannel, `${ownerId} ${uid}`)
  // Nobody can have the list of sign-ins open before there is one.
  if (change.what === 'started' && change.isFirst) return
  const isNewDevice = change.what === 'started' && change.isNewDevice
  const data = isNewDevice ? { newDevice: { id: change.signInId, device: change.device } } : {}
  await publishEvent(queries, { ownerId, type: 'sign_ins.updated', data })
}

/** The owner of a token and its sign-in, if this is not its first call. */
export async function findSignIn(
  queries: Queries,
  { uid, authenticatedAt }: Identity,
): Promise<{ ownerId: string; signIn: SignInRow | null } | undefined> {
  const [row] = await queries
    .select({ ownerId: users.id, signIn: signIns })
    .from(users)
    .leftJoin(
      signIns,
      and(eq(signIns.ownerId, users.id), eq(signIns.authenticatedAt, authenticatedAt)),
    )
    .where(and(eq(users.uid, uid), isNull(users.deletedAt)))
  return row
}

/** Stores a sign-in at its first call, and alerts the owner to a device that was not known before. */
export async function addSignIn(
  { queries, queue, log }: { queries: Queries; queue: Queue; log: Logger },
  { ownerId, identity, device }: { ownerId: string; identity: Identity; device: Device },
): Promise<SignInRow> {
  const { uid, authenticatedAt, issuedAt } = identity
  // Another process may be storing the same sign-in.
  await lockOwner(queries, ownerId)
  const all = await queries.select().from(signIns).where(eq(signIns.ownerId, ownerId))
  const stored = all.find((row) => row.authenticatedAt.getTime() === authenticatedAt.getTime())
  if (stored !== undefined) return stored
  const now = new Date()
  const sameDevice = all.filter((row) => device.id !== undefined && row.deviceId === device.id)
  // A call that was on the way while its device signed in again.
  const isRenewed = sameDevice.some((row) => row.authenticatedAt > authenticatedAt)
  const isEnded = isRenewed || (await wasClosedSince(queries, identity))
  const row: SignInRow = {
    id: newId('signIn'),
    ownerId,
    authenticatedAt,
    deviceId: device.id ?? null,
    device: nameDevice(device.userAgent),
    address: isEnded ? '' : device.address,
    createdAt: now,
    lastUsedAt: now,
    confirmedAt: issuedAt,
    endedAt: isEnded ? now : null,
    endedBy: isEnded ? (isRenewed ? 'renewal' : 'owner') : null,
  }
  await queries.insert(signIns).values(row)
  if (isEnded) return row
  // A device that was signed out from elsewhere, or refused by the provider, is not trusted again.
  const isKnown = sameDevice.some(({ endedBy }) => endedBy !== 'owner' && endedBy !== 'provider')
  // Without a sign-in stored before it, this may be one from before they were stored.
  const isNewDevice = !isKnown && all.some(({ createdAt }) => createdAt <= authenticatedAt)
  if (isNewDevice) await queueNewDeviceAlert(queries, queue, row)
  const replaced = sameDevice.filter(({ endedAt }) => endedAt === null).map(({ id }) => id)
  if (replaced.length > 0) {
    await endSignIns({ queries, log }, { ownerId, uid }, inArray(signIns.id, replaced), {
      by: 'renewal',
    })
    await moveDevices(queries, replaced, row.id)
  }
  const surplus = all
    .filter(({ id, endedAt }) => endedAt === null && !replaced.includes(id))
    .toSorted((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime())
    .slice(maxSignIns - 1)
    .map(({ id }) => id)
  if (surplus.length > 0)
    await endSignIns({ queries, log }, { ownerId, uid }, inArray(signIns.id, surplus), {
      by: 'time',
    })
  await recordSignIn(
    { queries, log },
    { ownerId, uid },
    {
      what: 'started',
      signInId: row.id,
      device: row.device,
      isNewDevice,
      isFirst: all.length === 0,
    },
  )
  await recordActivity(queries, {
    ownerId,
    kind: isNewDevice ? 'new_device' : replaced.length > 0 ? 'sign_in_confirmed' : 'signed_in',
    actor: { device: row.device, address: row.address },
  })
  return row
}

/** Whether a sign-in is from before its owner closed an account: its end went with that. */
async function wasClosedSince(
  queries: Queries,
  { uid, authenticatedAt }: Identity,
): Promise<boolean> {
  const { deletedAt, closedBefore } = users
  const isSince = or(gt(deletedAt, authenticatedAt), gt(closedBefore, authenticatedAt))
  const isClosedSince = and(eq(users.uid, uid), isSince)
  return (await queries.$count(users, isClosedSince)) > 0
}

/** The kind of the e-mail about a new device. */
export const newDeviceMailKind = 'new_device'

function queueNewDeviceAlert(
  queries: Queries,
  queue: Queue,
  { id, ownerId }: SignInRow,
): Promise<void> {
  return queueAlert(queries, queue, {
    ownerId,
    kind: 'newDevice',
    detail: id,
    email: { kind: newDeviceMailKind, content: { signInId: id } },
  })
}

/** How the activity log names the end of a sign-in; a renewal is named by the sign-in that follows. */
const endKinds: Partial<Record<EndedBy, ActivityKind>> = {
  device: 'signed_out',
  owner: 'device_signed_out',
  time: 'sign_in_expired',
  provider: 'sign_in_refused',
}

/** Ends those sign-ins of an owner that have not ended; returns how many. */
export async function endSignIns(
  deps: { queries: Queries; log: Logger },
  owner: SignInOwner,
  which: SQL | undefined,
  { by, actor }: { by: EndedBy; actor?: Actor },
): Promise<number> {
  await lockOwner(deps.queries, owner.ownerId)
  const ended = await deps.queries
    .update(signIns)
    .set({ endedAt: new Date(), endedBy: by, address: '' })
    .where(and(eq(signIns.ownerId, owner.ownerId), isNull(signIns.endedAt), which))
    .returning({ id: signIns.id, device: signIns.device })
  const signInIds = ended.map(({ id }) => id)
  if (by !== 'renewal') await deleteDevices(deps.queries, signInIds)
  if (ended.length > 0) await recordSignIn(deps, owner, { what: 'ended', signInIds, by })
  const kind = endKinds[by]
  if (kind !== undefined) {
    const { ownerId } = owner
    for (const { device: name } of ended)
      await recordActivity(deps.queries, { ownerId, kind, actor, detail: { name } })
  }
  return ended.length
}

/** The sign-ins of an owner that are open, the one used last first. */
export function listSignIns(queries: Queries, ownerId: string): Promise<SignInRow[]> {
  return queries
    .select()
    .from(signIns)
    .where(and(eq(signIns.ownerId, ownerId), isNull(signIns.endedAt)))
    .orderBy(desc(signIns.lastUsedAt), desc(signIns.id))
}

/** Notes that a sign-in is used, and from where. */
export async function touchSignIn(
  queries: Queries,
  id: string,
  changes: Partial<Pick<SignInRow, 'lastUsedAt' | 'confirmedAt' | 'device' | 'address'>>,
): Promise<void> {
  await queries
    .update(signIns)
    .set(changes)
    .where(and(eq(signIns.id, id), isNull(signIns.endedAt)))
}

/** Forgets the sign-ins of an owner whose account is closed. */
export async function deleteSignIns(
  queries: Queries,
  { ownerId, uid }: SignInOwner,
): Promise<void> {
  await queries.delete(signIns).where(eq(signIns.ownerId, ownerId))
  await notify(queries, signInsChannel, `${ownerId} ${uid}`)
}

/** Ends what is too old or was not used for too long, and forgets the devices of old sign-ins. */
export async function sweepSignIns(queries: Queries, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - maxIdleMs)
  const oldest = new Date(now.getTime() - maxSignInAgeMs)
  const ended = await queries
    .update(signIns)
    .set({ endedAt: now, endedBy: 'time', address: '' })
    .where(
      and(
        isNull(signIns.endedAt),
        or(lt(signIns.lastUsedAt, idleSince), lt(signIns.authenticatedAt, oldest)),
      ),
    )
    .returning({ id: signIns.id, ownerId: signIns.ownerId, name: signIns.device })
  const signInIds = ended.map(({ id }) => id)
  await deleteDevices(queries, signInIds)
  for (const { ownerId, name } of ended)
    await recordActivity(queries, { ownerId, kind: 'sign_in_expired', detail: { name } })
  const forgotten = new Date(now.getTime() - retentionMs)
  await queries.delete(signIns).where(lt(signIns.authenticatedAt, forgotten))
}
