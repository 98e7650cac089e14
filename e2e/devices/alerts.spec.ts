import { createECDH, randomBytes, randomUUID } from 'node:crypto'

import type { PushPayload } from '@errand/contract/alerts'
import type { ChatSession } from '@errand/contract/chats/session'
import type { BrowserContext, Page, Worker } from 'playwright/test'

import { aContact } from '../support/contacts.ts'
import { origin, simulatorOrigin } from '../support/product.ts'
import { expect, expectLive, test } from '../support/test.ts'

/** What a push service gives to a browser that subscribes. */
const newSubscription = () => ({
  endpoint: `${simulatorOrigin}/simulator/push/${randomUUID()}`,
  keys: {
    p256dh: [...createECDH('prime256v1').generateKeys()],
    auth: [...randomBytes(16)],
  },
})

/** Subscribes at the simulated push service: a browser under test has none of its own. */
function subscribeThere({ endpoint, keys }: ReturnType<typeof newSubscription>): void {
  let current: object | null = null
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current,
    subscribe: async () =>
      (current = {
        endpoint,
        options: { applicationServerKey: null },
        getKey: (name: 'p256dh' | 'auth') => Uint8Array.from(keys[name]).buffer,
        unsubscribe: async () => true,
      }),
  })
}

/** Delivers messages to the service worker, as the browser does for its push service. */
async function connectPush(context: BrowserContext, page: Page) {
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [known] }) => {
      if (known !== undefined) resolve(known.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  const registrationId = await registered
  return (payload: PushPayload) =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(payload),
    })
}

/** What the types of pages lack. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  ExtendableEvent: typeof Event
}

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag }) => ({ title, body, tag }))
  })

const clickShown = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration, ExtendableEvent } = globalThis as unknown as WorkerScope
    const [notification] = await registration.getNotifications()
    const click = Object.assign(new ExtendableEvent('notificationclick'), { notification })
    globalThis.dispatchEvent(click)
  })

/** How many messages the push service has received for this browser. */
async function countReceived(page: Page, { endpoint }: { endpoint: string }): Promise<number> {
  const received = await page.request.get(endpoint)
  return ((await received.json()) as { messages: string[] }).messages.length
}

/** Whether the owner looks at the page, or at something else. */
const look = (page: Page, isLooking: boolean) =>
  page.evaluate((isFocused) => {
    Document.prototype.hasFocus = () => isFocused
    window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur'))
  }, isLooking)

test('an alert reaches this device once, and a click opens the chat', async ({
  owner: { page, api },
  context,
}) => {
  const subscription = newSubscription()
  await context.grantPermissions(['notifications'], { origin })
  await context.addInitScript(subscribeThere, subscription)
  await page.goto('/settings#notifications')
  await expectLive(page)
  await expect(page.getByText(/^No alert can reach you/)).toBeVisible()
  await page.getByRole('switch', { name: 'On this device' }).click()
  await expect(page.getByText('Alerts reach you on this device.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Devices' })).toContainText('This device')

  await page.getByRole('button', { name: 'Notification', exact: true }).click()
  await expect(page.getByText('Sent: it should appear in a moment.')).toBeVisible()
  expect(await countReceived(page, subscription)).toBe(1)

  const deliver = await connectPush(context, page)
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('No service worker is running')
  await look(page, false)
  await aContact(api, 'Ravi')('Is anybody there?')
  await expect(page.getByRole('link', { name: '1 chat needs you' })).toBeVisible()

  // The message that the api sent to the push service; a test cannot read what is sealed in it.
  await expect.poll(() => countReceived(page, subscription)).toBe(2)
  const { items } = await api.ask<{ items: [ChatSession] }>('GET', '/api/chats/sessions')
  const [{ id: tag }] = items
  const path = `/chats?session=${tag}`
  const alert: PushPayload = {
    title: 'Ravi',
    body: 'Ravi asks for a person',
    path,
    tag,
    kind: 'handoff',
    lang: 'en',
  }
  await deliver(alert)
  await expect.poll(() => shownBy(worker)).toEqual([{ title: 'Ravi', body: alert.body, tag }])
  await clickShown(worker)
  await expect(page).toHaveURL(path)
  await expect.poll(() => shownBy(worker)).toEqual([])
})
