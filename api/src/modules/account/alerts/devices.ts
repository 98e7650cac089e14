import { createHash } from 'node:crypto'

import {
  maxAlertDevices,
  type AddAlertDeviceInput,
  type AlertDevice,
} from '@errand/contract/alerts'
import { and, asc, desc, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm'

import type { Database, Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { alertDevices, signIns } from '../../../platform/database/schema.ts'
import type { Actor, Identity } from '../../../platform/http/context.ts'
import { refusedToken } from '../../../platform/identity/identity.ts'
import type { PushResult, Subscription } from '../../../platform/push/push-sender.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { lockOwner } from '../account.repo.ts'
import { recordActivity } from '../activity/activity.repo.ts'

export type DeviceRow = typeof alertDevices.$inferSelect

/** An owner's devices, in the order in which they were added. */
export function listDevices(queries: Queries, ownerId: string): Promise<DeviceRow[]> {
  return queries
    .select()
    .from(alertDevices)
    .where(eq(alertDevices.ownerId, ownerId))
    .orderBy(asc(alertDevices.id))
}

export const toDevice = ({
  id,
  label,
  createdAt,
  lastSentAt,
  isFailing,
}: DeviceRow): AlertDevice => ({
  id,
  label,
  createdAt: createdAt.toISOString(),
  lastSentAt: lastSentAt?.toISOString() ?? null,
  isFailing,
})

interface NewDevice {
  ownerId: string
  identity: Identity
  actor: Actor
  input: AddAlertDeviceInput
}

/** Adds a browser, or updates it; one that another owner used before is theirs no more. */
export function addDevice(
  database: Database,
  box: SecretBox,
  { ownerId, identity, actor, input }: NewDevice,
): Promise<DeviceRow> {
  const id = newId('alertDevice')
  const { subscription, label } = input
  const endpointHash = createHash('sha256').update(subscription.endpoint).digest('base64url')
  const sealed = box.seal(JSON.stringify(subscription), sealPlace(ownerId, endpointHash))
  return database.transaction(async (queries) => {
    await lockOwner(queries, ownerId)
    const signInId = await lockSignIn(queries, ownerId, identity)
    await queries
      .delete(alertDevices)
      .where(and(eq(alertDevices.endpointHash, endpointHash), ne(alertDevices.ownerId, ownerId)))
    const [row] = await queries
      .insert(alertDevices)
      .values({
        id,
        ownerId,
        signInId,
        endpointHash,
        sealed,
        label,
        createdAt: new Date(),
      })
      .onConflictDoUpdate({
        target: alertDevices.endpointHash,
        set: { ownerId, signInId, sealed, label, isFailing: false },
      })
      .returning()
    if (row === undefined) throw new Error('A device was not stored')
    // A browser that is known subscribes again whenever its subscription changes.
    if (row.id === id)
      await recordActivity(queries, {
        ownerId,
        kind: 'push_device_added',
        actor,
        detail: { name: label },
      })
    await dropSurplus(queries, row)
    return row
  })
}

/** The sign-in of a call, which cannot end before the device that is added by it is stored. */
async function lockSignIn(
  queries: Queries,
  ownerId: string,
  { authenticatedAt }: Identity,
): Promise<string> {
  const isThis = and(eq(signIns.ownerId, ownerId), eq(signIns.authenticatedAt, authenticatedAt))
  const [signIn] = await queries
    .select({ id: signIns.id })
    .from(signIns)
    .where(and(isThis, isNull(signIns.endedAt)))
    .for('share')
  if (signIn === undefined) throw refusedToken('signed_out')
  return signIn.id
}

/** Removes the devices that were not reached for the longest time, as an owner has only so many. */
async function dropSurplus(queries: Queries, { ownerId, id }: DeviceRow): Promise<void> {
  const others = and(eq(alertDevices.ownerId, ownerId), ne(alertDevices.id, id))
  const kept = queries
    .select({ id: alertDevices.id })
    .from(alertDevices)
    .where(others)
    .orderBy(desc(sql`coalesce(${alertDevices.lastSentAt}, ${alertDevices.createdAt})`))
    .limit(maxAlertDevices - 1)
  await queries.delete(alertDevices).where(and(others, notInArray(alertDevices.id, kept)))
}

/** Removes an owner's device; returns whether there was one. */
export function removeDevice(
  database: Database,
  { ownerId, actor, id }: { ownerId: string; actor: Actor; id: string },
): Promise<boolean> {
  return database.transaction(async (queries) => {
    const [removed] = await queries
      .delete(alertDevices)
      .where(and(eq(alertDevices.ownerId, ownerId), eq(alertDevices.id, id)))
      .returning({ name: alertDevices.label })
    if (removed === undefined) return false
    await recordActivity(queries, {
      ownerId,
      kind: 'push_device_removed',
      actor,
      detail: removed,
    })
    return true
  })
}

/** Removes the devices of sign-ins that have ended. */
export async function deleteDevices(queries: Queries, signInIds: string[]): Promise<void> {
  await queries.delete(alertDevices).where(inArray(alertDevices.signInId, signInIds))
}

/** Keeps the devices of sign-ins that another one has replaced. */
export async function moveDevices(queries: Queries, from: string[], to: string): Promise<void> {
  await queries
    .update(alertDevices)
    .set({ signInId: to })
    .where(inArray(alertDevices.signInId, from))
}

/** Where and with which keys a device is reached. */
export const openSubscription = (
  box: SecretBox,
  { ownerId, endpointHash, sealed }: DeviceRow,
): Subscription => JSON.parse(box.open(sealed, sealPlace(ownerId, endpointHash))) as Subscription

const sealPlace = (ownerId: string, endpointHash: string) => `${ownerId}/push/${endpointHash}`

/** Stores what became of a push message; a browser that no longer wants any is removed. */
export async function settleDevice(
  queries: Queries,
  { id }: DeviceRow,
  result: PushResult,
): Promise<void> {
  const isIt = eq(alertDevices.id, id)
  if (result === 'gone') await queries.delete(alertDevices).where(isIt)
  else
    await queries
      .update(alertDevices)
      .set(result === 'sent' ? { lastSentAt: new Date(), isFailing: false } : { isFailing: true })
      .where(isIt)
}
