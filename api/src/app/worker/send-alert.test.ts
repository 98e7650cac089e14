import { defaultPreferences } from '@errand/contract/default-preferences'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import {
  startAnswering,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { receive, sendReply, waitForStatus } from '../../../test/chat-api.ts'
import { useMailWorker } from '../../../test/mail-worker.ts'
import { usePushBrowsers } from '../../../test/push-browsers.ts'
import { useTestApi, type Owner } from '../../../test/test-api.ts'
import { changeAccount, lockAccount } from '../../modules/billing/accounts.ts'
import { applyStatus } from '../../modules/chats/apply-status.ts'
import { newId } from '../../platform/database/new-id.ts'
import { messages } from '../../platform/database/schema.ts'
import { createSendAlert } from './send-alert.ts'

const api = useTestApi({ environment: async () => ({ TRIAL_MESSAGES: '0' }) })
const ai = talkingProvider()
const post = useMailWorker(api, api.publicUrl)
const { newBrowser, answers } = usePushBrowsers(api)

beforeAll(async () => {
  await startAnswering(api, ai)
  await api.queue.work({ 'alert.send': createSendAlert(api) })
})

const fields = [{ key: 'service', label: 'Service', order: 0, type: 'text', required: true }]
const kinds = ['handoff', 'booking', 'message', 'failed', 'lowBalance'] as const
type Kind = (typeof kinds)[number]

/** Choices by which only these alerts come. */
const only = (...chosen: Kind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, chosen.includes(kind)]))

let shops = 0

/** An owner with credit, a job, a browser and an address, who wants these alerts. */
async function openShop({ push = [], email = [] }: { push?: Kind[]; email?: Kind[] }, more = {}) {
  shops += 1
  const address = `shop-${shops}@shop.example`
  const { owner } = await post.newOwner({
    email: address,
    settings: {
      assistant: { debounceSeconds: 0 },
      notifications: { push: only(...push), email: only(...email), ...more },
    },
  })
  await topUp(owner.id)
  const onComplete = { notifyOwner: true }
  const job = { name: 'Salon', instructions: 'Help.', status: 'active', answerOnly: false, fields }
  const body = { ...job, behaviour: { onComplete, confirmAtEnd: false } }
  expect((await owner.call('POST', '/api/jobs', { body })).status).toBe(201)
  const browser = newBrowser()
  await browser.addTo(owner)
  const inbox = () => post.received.filter(({ to }) => to.includes(address))
  return { owner, browser, inbox }
}

const topUp = (ownerId: string, micros = 500_000_000n) =>
  api.database.transaction(async (queries) => {
    const { queue, billing } = api
    const row = await lockAccount(queries, ownerId, billing.prices)
    const event = { type: 'topped_up', micros } as const
    const { prices } = billing
    await changeAccount(queries, row, { ownerId, event, subject: {}, prices, queue })
  })

/** What each event takes to happen; returns the chat, where it is about one. */
const events: Record<Kind, (owner: Owner) => Promise<string | undefined>> = {
  handoff: async (owner) => {
    ai.says(() => turnOf('', { action: 'handoff', handoffReason: 'missing_knowledge' }))
    const { session } = await receive(owner, { text: 'Do you cut horses?' })
    await waitForQuiet(api, session.id)
    return session.id
  },
  booking: async (owner) => {
    ai.says(() =>
      turnOf('Done.', {
        action: 'complete',
        fields: { service: 'cut' },
        evidence: { service: 'A cut' },
      }),
    )
    const { session } = await receive(owner, { text: 'A cut' })
    await waitForQuiet(api, session.id)
    return session.id
  },
  message: async (owner) => {
    const { session } = await receive(owner)
    await waitForQuiet(api, session.id)
    const body = { handler: 'owner' }
    await owner.call('POST', `/api/chats/sessions/${session.id}/handler`, { body })
    await receive(owner, { text: 'Are you there?' })
    return session.id
  },
  failed: failMessage,
  lowBalance: async (owner) => {
    await api.database.transaction(async (queries) => {
      const row = await lockAccount(queries, owner.id, api.billing.prices)
      const event = { type: 'payment_refunded', micros: row.balanceMicros - 1_000_000n } as const
      const { prices } = api.billing
      const change = { ownerId: owner.id, event, subject: {}, prices, queue: api.queue }
      await changeAccount(queries, row, change)
    })
    return undefined
  },
}

/** A message to a contact that WhatsApp took and could not deliver. */
async function failMessage(owner: Owner, from = {}) {
  const { session } = await receive(owner, from)
  await waitForQuiet(api, session.id)
  const { id } = (await sendReply(owner, session.id, 'Yes')).body.message
  const { providerId } = await waitForStatus(owner, session.id, id, 'delivered')
  await api.database.transaction(async (queries) => {
    // As if no phone had confirmed it.
    await queries.update(messages).set({ status: 'sent' }).where(eq(messages.id, id))
    const error = { code: 131_026, title: 'Not on WhatsApp', detail: '', retryable: false }
    const report = { ownerId: owner.id, providerId, at: new Date(), error }
    await applyStatus(queries, api, { ...report, status: 'failed' })
  })
  return session.id
}

const shown: Record<Kind, object> = {
  handoff: { title: 'Ravi needs you', body: 'The assistant did not know the answer.' },
  booking: { title: 'New answers from Ravi', body: 'Salon: open the chat to check them.' },
  message: { title: 'Ravi', body: 'Are you there?' },
  failed: { title: 'A message to Ravi was not delivered', body: 'Open the chat to see why.' },
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

test('what a contact writes just after an alert is shown later', async () => {
  const { owner, browser } = await openShop({ push: ['message'] })
  const sessionId = await events.message(owner)
  await vi.waitFor(() => expect(browser.shown()).toHaveLength(1))

  await receive(owner, { text: 'Hello?' })
  await receive(owner, { text: 'I can come at five.' })

  const waiting = await alertTasks(owner.id)
  expect(waiting.map(({ data }) => data)).toEqual([
    { ownerId: owner.id, kind: 'message', sessionId },
  ])
  expect(waiting[0]?.startAfter.getTime()).toBeGreaterThan(Date.now())
  await createSendAlert(api)(waiting[0]!.data)
  expect(browser.shown()).toMatchObject([
    { body: 'Are you there?' },
    { body: 'I can come at five.' },
  ])
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

test('an owner whose push service does not answer holds up no other owner', async () => {
  const slow = await openShop({ push: [...kinds] })
  const quick = await openShop({ push: ['handoff'] })
  const { send } = api.push
  const { promise: answer, resolve } = Promise.withResolvers<'sent'>()
  const { endpoint } = slow.browser.body.subscription
  const sending = vi
    .spyOn(api.push, 'send')
    .mockImplementation((to, message) => (to.endpoint === endpoint ? answer : send(to, message)))

  for (const kind of kinds) await events[kind](slow.owner)
  await vi.waitFor(() => expect(sending).toHaveBeenCalled())
  await events.handoff(quick.owner)

  await vi.waitFor(() => expect(quick.browser.shown()).toHaveLength(1))
  const toSlow = sending.mock.calls.filter(([to]) => to.endpoint === endpoint)
  expect(toSlow).toHaveLength(1)
  resolve('sent')
  sending.mockRestore()
})

test('messages that fail in many chats are one alert at once, and one later', async () => {
  const { owner, browser } = await openShop({ push: ['failed'] })
  await failMessage(owner)
  await vi.waitFor(() => expect(browser.shown()).toHaveLength(1))

  await failMessage(owner, { from: '+919800000002', name: 'Neha' })
  await failMessage(owner, { from: '+919800000003', name: 'Arjun' })

  const waiting = await vi.waitFor(async () => {
    const found = await alertTasks(owner.id)
    expect(found.map(({ data }) => data)).toEqual([{ ownerId: owner.id, kind: 'failed' }])
    return found
  })
  expect(waiting[0]?.startAfter.getTime()).toBeGreaterThan(Date.now())
  await createSendAlert(api)(waiting[0]!.data)
  expect(browser.shown()).toMatchObject([
    { title: 'A message to Ravi was not delivered' },
    { title: 'Messages were not delivered', body: 'Chats that need you: 3', path: '/chats' },
  ])
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

  const waiting = await alertTasks(owner.id)
  expect(waiting.map(({ data }) => data)).toEqual([{ ownerId: owner.id, kind: 'waiting' }])
  expect(waiting[0]?.startAfter.getTime()).toBeGreaterThan(Date.now())
  expect(browser.shown()).toEqual([])
  await createSendAlert(api)(waiting[0]!.data)

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

/** Quiet hours that began an hour ago, in the owner's time zone. */
function quietNow() {
  const clock = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toLocaleTimeString('en-GB', {
      timeZone: defaultPreferences.business.timeZone,
      hour: '2-digit',
      minute: '2-digit',
    })
  return { from: clock(-1), to: clock(2) }
}

/** The alerts of an owner that wait in the queue. */
async function alertTasks(ownerId: string) {
  const found = await api.queue.boss.findJobs('alert.send', { queued: true })
  return found
    .map(({ data, startAfter }) => ({
      data: data as Parameters<ReturnType<typeof createSendAlert>>[0],
      startAfter,
    }))
    .filter(({ data }) => data.ownerId === ownerId)
}
