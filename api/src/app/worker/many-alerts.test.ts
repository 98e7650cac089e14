import { expect, test, vi } from 'vitest'

import { receive } from '../../../test/chat-api.ts'
import { kinds, useShops } from '../../../test/shops.ts'
import { createSendAlert } from './send-alert.ts'

const { api, openShop, events, failMessage, alertTasks } = useShops()

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
