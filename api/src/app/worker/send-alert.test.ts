import { defaultPreferences } from '@errand/contract/default-preferences'
import { isoTimeOf } from '@errand/contract/iso-time'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { turnOf, waitForQuiet } from '../../../test/assistant-api.ts'
import { receive } from '../../../test/chat-api.ts'
import { kinds, only, useShops, type Kind } from '../../../test/shops.ts'
import type { Owner } from '../../../test/test-api.ts'
import { runChatTimers } from '../../modules/conversations/run-chat-timers.ts'
import { newId } from '../../platform/database/new-id.ts'
import { chatSessions } from '../../platform/database/schema.ts'
import { createSendAlert } from './send-alert.ts'

const { api, ai, post, browsers, openShop, events, alertTasks } = useShops()
const { answers, newBrowser } = browsers

const shown: Record<Kind, object> = {
  handoff: { title: 'Ravi needs you', body: 'The assistant did not know the answer.' },
  booking: { title: 'New answers from Ravi', body: 'Salon: open the chat to check them.' },
  message: { title: 'Ravi', body: 'Are you there?' },
  failed: { title: 'A message to Ravi was not delivered', body: 'Open the chat to see why.' },
  reminder: { title: 'Reminder: Ravi', body: 'Ask for the colour' },
  lowBalance: { title: 'Your credit is low', body: 'Top up to keep your assistant running.' },
}

test.each(kinds)('%s reaches a device, in the chat that it is about', async (kind) => {
  const { owner, browser } = await openShop({ push: [kind] })

  const sessionId = await events[kind](owner)

  await vi.waitFor(() => expect(browser.shown()).toHaveLength(1))
  const path = sessionId === undefined ? '/billing' : `/chats?session=${sessionId}`
  expect(browser.shown()).toMatchObject([{ ...shown[kind], kind, path }])
  expect(await post.mailsTo(owner.id)).toBe(0)
})

const subjects: Record<Kind, string> = {
  handoff: 'Ravi needs you',
  booking: 'New answers from Ravi',
  message: 'New message from Ravi',
  failed: 'A message to Ravi was not delivered',
  reminder: 'Reminder: Ravi',
  lowBalance: 'Your credit is low',
}

test.each(kinds)('%s reaches an inbox', async (kind) => {
  const { owner, browser, inbox } = await openShop({ email: [kind] })

  await events[kind](owner)

  await vi.waitFor(() => expect(inbox()).toHaveLength(1))
  expect(inbox()[0]?.mail.subject).toBe(subjects[kind])
  expect(browser.shown()).toEqual([])
})

test.each(kinds)('%s is silent where the owner does not want it', async (kind) => {
  const others = kinds.filter((one) => one !== kind)
  const { owner, browser } = await openShop({ push: others, email: others })

  await events[kind](owner)
  // What comes after it arrives, so it would have as well.
  const next = kind === 'lowBalance' ? 'handoff' : 'lowBalance'
  const notifications = { push: only(next), email: only() }
  await owner.call('PUT', '/api/auth/settings', { body: { settings: { notifications } } })
  await events[next](owner)

  await vi.waitFor(() => expect(browser.shown()).toHaveLength(1))
  expect(browser.shown()).toMatchObject([{ kind: next }])
  expect(await post.mailsTo(owner.id)).toBe(0)
})

test('a contact who goes on writing is one alert, and no e-mail where a device received it', async () => {
  const { owner, browser } = await openShop({
    push: ['message', 'lowBalance'],
    email: ['message'],
  })

  await events.message(owner)
  await receive(owner, { text: 'Hello?' })
  await events.lowBalance(owner)

  await vi.waitFor(() => expect(browser.shown()).toHaveLength(2))
  expect(browser.shown()).toMatchObject([{ kind: 'message' }, { kind: 'lowBalance' }])
  expect(await post.mailsTo(owner.id)).toBe(0)
})

test('a message is e-mailed where no device received it', async () => {
  const { owner, browser, inbox } = await openShop({ push: ['message'], email: ['message'] })
  answers.push(410)

  await events.message(owner)

  await vi.waitFor(() => expect(inbox()).toHaveLength(1))
  expect(browser.shown()).toEqual([])
  expect((await owner.call('GET', '/api/auth/alerts')).body.devices).toEqual([])
})

test('a device whose push service is away does not hold up the others, and is tried again', async () => {
  const { owner, browser } = await openShop({ push: ['handoff'] })
  const other = newBrowser('Firefox on Linux')
  await other.addTo(owner)
  answers.push(503)

  await events.handoff(owner)
  await vi.waitFor(() => expect([...browser.shown(), ...other.shown()]).toHaveLength(1))

  const waiting = await vi.waitFor(async () => {
    const found = await alertTasks(owner.id)
    expect(found).toHaveLength(1)
    return found
  })
  expect(waiting[0]?.data.deviceId).toMatch(/^dev_/)
  await createSendAlert(api)(waiting[0]!.data)
  expect([browser.shown().length, other.shown().length]).toEqual([1, 1])
})

test('in quiet hours nothing is shown; when they end, one line says what waits', async () => {
  const quietHours = quietNow()
  const { owner, browser } = await openShop(
    { push: ['handoff', 'message'], email: ['message'] },
    { quietHours },
  )
  await events.handoff(owner)
  await receive(owner, { text: 'Hello?' })
  ai.says(() => turnOf('', { action: 'handoff', handoffReason: 'customer_request' }))
  const { session } = await receive(owner, { from: '+919800000002', name: 'Neha' })
  await waitForQuiet(api, session.id)

  const wait = { ownerId: owner.id, kind: 'waiting' } as const
  await vi.waitFor(async () => {
    const waiting = await alertTasks(owner.id)
    expect(waiting.map(({ data }) => data)).toEqual([wait])
    expect(waiting[0]?.startAfter.getTime()).toBeGreaterThan(Date.now())
  })
  // Whether they are over is asked when it goes: they may have been made longer.
  await createSendAlert(api)(wait)
  expect(browser.shown()).toEqual([])
  await setQuietHours(owner, null)
  await createSendAlert(api)(wait)

  expect(browser.shown()).toMatchObject([
    { title: 'Your quiet hours are over', body: 'Chats that need you: 2', path: '/chats' },
  ])
  expect(await post.mailsTo(owner.id)).toBe(0)
})

test('an emergency is shown in quiet hours as well', async () => {
  const { owner, browser } = await openShop({ push: ['handoff'] }, { quietHours: quietNow() })
  ai.says(() => turnOf('', { action: 'handoff', handoffReason: 'emergency' }))

  await receive(owner, { text: 'Help!' })

  await vi.waitFor(() => expect(browser.shown()).toMatchObject([{ kind: 'handoff' }]))
})

test('a first message that no job answers is an alert with its text', async () => {
  const { owner, browser, inbox } = await openShop({ push: ['handoff'], email: ['handoff'] })
  const [{ id }] = (await owner.call('GET', '/api/jobs')).body.items
  expect((await owner.call('DELETE', `/api/jobs/${id}`)).status).toBe(200)

  const { session } = await receive(owner, { text: 'Is anybody there?' })

  await vi.waitFor(() => expect(browser.shown()).toHaveLength(1))
  expect(browser.shown()).toMatchObject([
    { title: 'Ravi needs you', body: 'Is anybody there?', path: `/chats?session=${session.id}` },
  ])
  await vi.waitFor(() => expect(inbox()).toHaveLength(1))
})

test('a chat that the owner has seen meanwhile is no alert', async () => {
  const { owner, browser } = await openShop({})
  const sessionId = await events.message(owner)
  const task = { ownerId: owner.id, kind: 'message', sessionId: sessionId ?? '' } as const
  await owner.call('PUT', '/api/auth/settings', {
    body: { settings: { notifications: { push: only('message') } } },
  })
  const { items } = (await owner.call('GET', `/api/chats/sessions/${sessionId}/messages`)).body
  const messageIds = [items.at(-1).id]
  await owner.call('PUT', '/api/chats/messages/mark-read', { body: { messageIds } })

  await createSendAlert(api)(task)
  expect(browser.shown()).toEqual([])
  await createSendAlert(api)({ ...task, kind: 'handoff', sessionId: newId('session') })
  expect(browser.shown()).toEqual([])
})

const setQuietHours = (owner: Owner, quietHours: object | null) =>
  owner.call('PUT', '/api/auth/settings', { body: { settings: { notifications: { quietHours } } } })

test('a second message shortly before the quiet hours is not shown in them', async () => {
  const { owner, browser } = await openShop({ push: ['message'] })
  const sessionId = await events.message(owner)
  await vi.waitFor(() => expect(browser.shown()).toHaveLength(1))
  await receive(owner, { text: 'Hello?' })
  await setQuietHours(owner, quietNow())

  const [later] = await alertTasks(owner.id)
  expect(later?.data).toMatchObject({ kind: 'message', sessionId })
  await createSendAlert(api)(later!.data)

  expect(browser.shown()).toHaveLength(1)
  expect(await post.mailsTo(owner.id)).toBe(0)
})

test('little time left to reply is an alert, once for each window', async () => {
  const { owner, browser } = await openShop({ push: ['reminder'] })
  const sessionId = await events.message(owner)
  const { queries } = api.database
  const windowExpiresAt = new Date(Date.now() + 3_600_000)
  const isIt = eq(chatSessions.id, sessionId ?? '')
  await queries.update(chatSessions).set({ windowExpiresAt }).where(isIt)

  await vi.waitFor(async () => expect((await runChatTimers(api)).closing).toBe(1))
  await runChatTimers(api)

  await vi.waitFor(() => expect(browser.shown()).toHaveLength(1))
  expect(browser.shown()).toMatchObject([
    { title: 'Answer Ravi soon', body: expect.stringMatching(/freely until \d+:\d\d/) },
  ])
})

/** Quiet hours that began an hour ago, in the owner's time zone. */
function quietNow() {
  const clock = (hours: number) =>
    isoTimeOf(Date.now() + hours * 3_600_000, defaultPreferences.business.timeZone).slice(11, 16)
  return { from: clock(-1), to: clock(2) }
}

const phone = {
  id: 'p'.repeat(22),
  userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile',
}

const fromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

test('a sign-in on a new device reaches the owner, whatever is chosen, and once for each device', async () => {
  const { owner, browser, inbox } = await openShop({ push: [], email: [] })
  // Some seconds ahead, as the token of a sign-in after the last call of the owner.
  const signIn = (device: object, ahead: number) =>
    api.onDevice(owner, { ...device, from: fromNow(ahead) }).call('GET', '/api/auth/profile')

  await signIn(phone, 1)
  await signIn(phone, 2)
  await signIn({ ...phone, id: 'q'.repeat(22) }, 3)
  expect(await post.mailsTo(owner.id)).toBe(2)

  const body = expect.stringMatching(
    /^Chrome on Android, .*If this was not you, end it in Settings/,
  )
  const alert = { title: 'New sign-in to Errand', body, path: '/settings', kind: 'newDevice' }
  await vi.waitFor(() => expect(browser.shown()).toMatchObject([alert, alert]))
  await vi.waitFor(() => expect(inbox()).toHaveLength(2))
  expect(inbox()[0]?.mail).toMatchObject({ subject: 'New sign-in to Errand' })
})

test('an intruder who signs out at once is announced all the same, a device that the owner signed out is not', async () => {
  const owner = await api.newOwner()
  const listed = async () => (await owner.call('GET', '/api/auth/sign-ins')).body.signIns
  const newDeviceId = async (id: string, ahead: number) => {
    const device = api.onDevice(owner, { ...phone, id: id.repeat(22), from: fromNow(ahead) })
    await device.call('GET', '/api/auth/profile')
    const [, { id: signInId }] = await listed()
    return { device, signInId }
  }
  const intruder = await newDeviceId('i', 1)
  await intruder.device.call('DELETE', `/api/auth/sign-ins/${intruder.signInId}`)
  const known = await newDeviceId('k', 2)
  await owner.call('DELETE', `/api/auth/sign-ins/${known.signInId}`)
  const browser = newBrowser()
  await browser.addTo(owner)

  for (const { signInId: detail } of [intruder, known])
    await createSendAlert(api)({ ownerId: owner.id, kind: 'newDevice', detail })

  expect(browser.shown()).toMatchObject([{ title: 'New sign-in to Errand' }])
})

test('a device that was signed out from elsewhere is new again', async () => {
  const { owner, browser } = await openShop({ push: [] })
  const onPhone = (ahead: number) => api.onDevice(owner, { ...phone, from: fromNow(ahead) })
  await onPhone(1).call('GET', '/api/auth/profile')
  await vi.waitFor(() => expect(browser.shown()).toHaveLength(1))
  await owner.call('DELETE', '/api/auth/sign-ins')

  await onPhone(2).call('GET', '/api/auth/profile')

  await vi.waitFor(() => expect(browser.shown()).toHaveLength(2))
})
