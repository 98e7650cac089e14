import { addAlertDeviceCall, type AlertDevice } from '@errand/contract/alerts'
import { browserAndSystem } from '@errand/contract/browser-name'
import { pushWorkerPath } from '@errand/contract/push-worker'
import { browserStorage, callApi, queryClient } from '@errand/shared-auth'

import { alertsQuery, removeDevice } from './alerts.ts'
import {
  findRegistration,
  notificationPermission,
  requestNotificationPermission,
} from './desktop.ts'

/** This browser as a device of one owner. */
interface DeviceRecord {
  id: AlertDevice['id']
  endpoint: string
}

const recordKey = (uid: string): string => `errand:push-device:${uid}`

/** The device that this browser is for the owner, if it was added here. */
export function readThisDevice(uid: string): DeviceRecord | undefined {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(recordKey(uid)) ?? 'null')
    return kept === null ? undefined : (kept as DeviceRecord)
  } catch {
    return undefined
  }
}

/**
 * How notifications can come to this browser: through its push service, only while the product is
 * open, on iPhones not before it was added to the home screen, or not at all.
 */
export function pushSupport(publicKey: string): 'push' | 'open' | 'home-screen' | 'none' {
  if (!('Notification' in window)) return isAppleMobile() ? 'home-screen' : 'none'
  const canPush = publicKey !== '' && 'serviceWorker' in navigator && 'PushManager' in window
  return canPush ? 'push' : 'open'
}

/** IPads call themselves Macs, which have no touch screen. */
const isAppleMobile = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** What came of adding this browser. */
type Added = 'added' | 'refused' | 'no-push'

/** Asks for permission and adds this browser; throws where the api refuses it. */
export async function addThisDevice(uid: string): Promise<Added> {
  if ((await requestNotificationPermission()) !== 'granted') return 'refused'
  const { publicKey } = await queryClient.ensureQueryData(alertsQuery())
  if (pushSupport(publicKey) !== 'push') return 'no-push'
  const subscription = await subscribe(publicKey)
  if (subscription === undefined) return 'no-push'
  await register(uid, subscription)
  return 'added'
}

async function register(uid: string, subscription: PushSubscription): Promise<void> {
  const { endpoint } = subscription
  const keys = { p256dh: keyOf(subscription, 'p256dh'), auth: keyOf(subscription, 'auth') }
  const body = { subscription: { endpoint, keys }, label: nameBrowser() }
  const { id } = await callApi(addAlertDeviceCall, { body })
  browserStorage.setItem(recordKey(uid), JSON.stringify({ id, endpoint } satisfies DeviceRecord))
  void queryClient.invalidateQueries(alertsQuery())
}

/** Undefined where the browser has no push service, or none that can be reached. */
async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
  try {
    // An absolute URL: the page's Trusted Types policy compares it with what it knows.
    await navigator.serviceWorker.register(new URL(pushWorkerPath, window.location.origin).href)
    const { pushManager } = await navigator.serviceWorker.ready
    const known = await pushManager.getSubscription()
    if (known !== null && isFor(known, publicKey)) return known
    await known?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch {
    return undefined
  }
}

/** Whether the subscription takes messages of this key; the api's keys may have been replaced. */
const isFor = ({ options }: PushSubscription, publicKey: string): boolean =>
  options.applicationServerKey !== null && base64url(options.applicationServerKey) === publicKey

const keyOf = (subscription: PushSubscription, name: PushEncryptionKeyName): string =>
  base64url(subscription.getKey(name) ?? new ArrayBuffer(0))

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Removes this browser, here and in the api. */
export async function removeThisDevice(uid: string): Promise<void> {
  const device = readThisDevice(uid)
  if (device === undefined) return
  await Promise.all([removeDevice(device.id), unsubscribe()])
  browserStorage.removeItem(recordKey(uid))
  void queryClient.invalidateQueries(alertsQuery())
}

/** Ends the subscription, and takes away the alerts that are still shown. */
async function unsubscribe(): Promise<void> {
  const registration = await findRegistration()
  const shown = await registration?.getNotifications()
  for (const notification of shown ?? []) notification.close()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

/** Ends the alerts of this browser whose session has ended; the api removes it with the sign-in. */
export async function leaveThisDevice(uid: string): Promise<void> {
  if (readThisDevice(uid) === undefined) return
  browserStorage.removeItem(recordKey(uid))
  await unsubscribe()
}

/**
 * Repairs what happened to this browser's subscription while no page was open: another person's is
 * ended, and one that the browser has replaced is made known to the api.
 */
export async function keepThisDevice(uid: string, isWanted: boolean): Promise<void> {
  if (notificationPermission() !== 'granted') return
  const device = readThisDevice(uid)
  if (device === undefined && !isWanted) {
    await unsubscribe()
    return
  }
  const registration = await findRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  const isKept = subscription != null && subscription.endpoint === device?.endpoint
  if (!isKept) await addThisDevice(uid)
}

/** What the owner knows this browser by, such as `Chrome, Android`. */
const nameBrowser = (): string => browserAndSystem(navigator.userAgent).join(', ') || 'Browser'
