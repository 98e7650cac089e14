import type { ChatSession } from '@errand/contract/chats/session'
import { watchedContactsKey } from '@errand/contract/drafts'
import type { OwnerEvent } from '@errand/contract/events'
import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { fireEvent, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { Toaster } from 'react-hot-toast'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answerAlerts } from '../testing/answer-alerts.ts'
import { aChat, at } from '../testing/chat.ts'
import { aPushBrowser, endPushBrowser } from '../testing/push-browser.ts'
import { createNotifier, followNotices, isQuiet } from './follow-notices.tsx'
import { keepThisDevice } from './this-device.ts'

class Shown extends EventTarget {
  static permission = 'granted'
  static readonly all: Shown[] = []
  readonly title: string
  readonly options: { body: string; tag: string }
  close = vi.fn<() => void>()
  constructor(title: string, options: { body: string; tag: string }) {
    super()
    this.title = title
    this.options = options
    Shown.all.push(this)
  }
}

const opened = vi.fn<(path: string) => void>()
const texts = () => Shown.all.map(({ title, options: { body } }) => `${title}: ${body}`)
let hear: ReturnType<typeof createNotifier>
let id = 0

function chooses(parts: Partial<typeof owner.settings.notifications>) {
  const { settings } = owner
  const push = { ...settings.notifications.push, message: true }
  const notifications = { ...settings.notifications, desktop: true, sound: false, push, ...parts }
  const user = { ...owner, settings: { ...settings, notifications } }
  queryClient.setQueryData(profileQuery().queryKey, user)
}

beforeEach(() => {
  vi.stubGlobal('Notification', Shown)
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  hear = createNotifier(opened)
  chooses({})
})
afterEach(() => {
  endPushBrowser()
  Shown.all.length = 0
  opened.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a sign-in on a new device shows a toast with a link to all devices', async () => {
  render(createElement(Toaster))
  hear(
    event('sign_ins.updated', '', { newDevice: { id: 'sgn_2', device: 'Chrome on Android' } }),
    false,
  )
  hear(event('sign_ins.updated', '', {}), false)

  expect(await screen.findAllByText(/^New sign-in/)).toHaveLength(1)
  expect(screen.getByText('New sign-in on your account: Chrome on Android.')).toBeInTheDocument()
  fireEvent.click(screen.getByRole('link', { name: 'See your devices' }))
  expect(opened).toHaveBeenCalledExactlyOnceWith('/settings#security')
})

function event(type: OwnerEvent['type'], sessionId: string, data: object, when = at): OwnerEvent {
  return { id: (id += 1), type, at: when, sessionId, sessionSeq: id, data: { ...data } }
}

/** Sends a change of a session, as the stream of this tab does. */
const changes = (session: ChatSession, isFromStream = true) =>
  hear(event('session.updated', session.id, { session }), isFromStream)

/** A contact writes: the event of the session comes before that of the message. */
function writes(session: ChatSession, text: string, when = at): void {
  const message = {
    id: `msg_${text}`,
    sessionId: session.id,
    direction: 'in',
    author: 'contact',
    seq: 2,
    type: 'text',
    text,
    status: 'received',
    statusAt: {},
    attempts: 0,
    remarks: [],
    createdAt: when,
  }
  hear(event('session.updated', session.id, { session }, when), true)
  hear(event('message.created', session.id, { message }, when), true)
}

const quiet = {
  handler: 'assistant',
  attention: ['unread'],
} as const satisfies Partial<ChatSession>
const chat = (parts: Partial<ChatSession> = {}) => aChat('Ravi', parts)
const calm = () => chat({ handler: 'assistant', attention: ['unread'] })
/** Notifications are shown after the other tabs were checked. */
const expectTold = (expected: string[]) => vi.waitFor(() => expect(texts()).toEqual(expected))

test('a contact without a visible name is shown by number, and control characters are removed', async () => {
  const by: Partial<ChatSession> = { handlerReason: 'owner_takeover', attention: [] }
  for (const name of ['\u3164', '\u202EAsha']) writes(aChat(name, by), 'Hi')
  await expectTold(['+919800000000: Hi', 'Asha: Hi'])
})

test('D12: a chat that starts to need its owner is notified, and one that the assistant answers is not', async () => {
  writes(calm(), 'Hello')
  changes(chat({ ...quiet, attention: ['unread', 'handoff'] }))
  changes(chat({ ...quiet, attention: ['unread', 'handoff'] }))

  await expectTold(['Ravi: Handed over to you\nIs it open?'])
})

test('a closing window is notified, also in a chat without earlier events', async () => {
  const closing = (name: string, leftMs: number) =>
    aChat(name, {
      attention: ['unread', 'window_closing'],
      handlerSince: '2026-11-19T10:00:00Z',
      window: {
        open: true,
        expiresAt: new Date(Date.parse(at) + leftMs).toISOString(),
        lastInboundAt: '2026-11-19T10:00:00Z',
      },
    })
  changes(closing('Meera', 60 * 60_000))
  changes(closing('Ravi', 120 * 60_000 - 15_000))

  await expectTold(['Ravi: The 24-hour window closes soon\nIs it open?'])
})

test('a message that causes a hand-over is notified once', async () => {
  writes(chat({ attention: ['unread', 'handoff'] }), 'Is it open?')
  writes(aChat('Meera', { attention: [], handlerSince: '2026-11-20T10:00:00Z' }), 'Hello')

  await expectTold(['Ravi: Handed over to you\nIs it open?', 'Meera: Hello'])
})

test('each message of the owner’s own chat is notified, and a click opens the chat', async () => {
  writes(chat({ attention: [], handlerSince: '2026-11-20T10:00:00Z' }), 'Still there?')
  await expectTold(['Ravi: Still there?'])

  Shown.all[0]?.dispatchEvent(new Event('click'))
  expect(opened).toHaveBeenCalledExactlyOnceWith('/chats?session=ses_Ravi')
})

test('a chat that waited before the page was opened is not notified again', async () => {
  changes(chat({ handlerSince: '2026-11-21T09:00:00Z', savedForLater: true }))
  changes(aChat('Meera', { handlerSince: at }))

  await expectTold(['Meera: Handed over to you\nIs it open?'])
})

test('a message that the owner waits for is notified once, whoever handles the chat', async () => {
  const key = watchedContactsKey(owner.uid)
  localStorage.setItem(key, JSON.stringify(['con_Ravi', 'con_Meera']))
  writes(calm(), 'Here I am')
  await expectTold(['Ravi: Here I am'])

  writes(calm(), 'And again')
  writes(aChat('Meera', { attention: [] }), 'Me too')
  await expectTold(['Ravi: Here I am', 'Meera: Me too'])
  await vi.waitFor(() => expect(localStorage.getItem(key)).toBe('[]'))
})

test('while the page has the focus an awaited message is a toast with a link to the chat', async () => {
  const key = watchedContactsKey(owner.uid)
  localStorage.setItem(key, JSON.stringify(['con_Ravi']))
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  render(createElement(Toaster))
  writes(calm(), 'Here I am')

  const link = await screen.findByRole('link', { name: 'Open the chat' })
  expect(link.parentElement).toHaveTextContent('Ravi wrote. Open the chat')
  expect(localStorage.getItem(key)).toBe('[]')
  expect(texts()).toEqual([])

  fireEvent.click(link)
  expect(opened).toHaveBeenCalledExactlyOnceWith('/chats?session=ses_Ravi')
})

test('a failed notification keeps the owner’s request to be notified', async () => {
  const key = watchedContactsKey(owner.uid)
  localStorage.setItem(key, JSON.stringify(['con_Ravi']))
  // As on phones: permission is granted, but the constructor throws.
  class Refusing extends Shown {
    constructor(title: string, options: { body: string; tag: string }) {
      if (options.body === 'Here I am') throw new TypeError('Illegal constructor')
      super(title, options)
    }
  }
  vi.stubGlobal('Notification', Refusing)
  writes(calm(), 'Here I am')
  changes(aChat('Meera'))
  await expectTold(['Meera: Handed over to you\nIs it open?'])
  expect(localStorage.getItem(key)).toBe('["con_Ravi"]')

  writes(calm(), 'And again')
  await expectTold(['Meera: Handed over to you\nIs it open?', 'Ravi: And again'])
  expect(localStorage.getItem(key)).toBe('[]')
})

test('quiet hours and switched-off notifications are respected', async () => {
  const night = { from: '15:00', to: '16:00' }
  chooses({ quietHours: night })
  // 10:00 in London is 15:30 in Kolkata, where the owner is.
  writes(chat({ attention: [] }), 'At rest')
  chooses({ desktop: false })
  writes(chat({ attention: [] }), 'Switched off')
  chooses({})
  writes(chat({ attention: [] }), 'Told')

  await expectTold(['Ravi: Told'])
})

test('an alert that the owner did not choose is not shown', async () => {
  const { push } = owner.settings.notifications
  chooses({ push: { ...push, message: false, handoff: false } })
  writes(chat({ attention: [] }), 'Not chosen')
  changes(chat({ attention: ['handoff'] }))
  changes(aChat('Meera', { attention: ['failed_message'], handlerSince: at }))
  changes(aChat('Meera', { attention: [], handlerSince: at }))
  changes(aChat('Meera', { attention: ['failed_message'], handlerSince: at }))

  await expectTold(['Meera: A message could not be delivered\nIs it open?'])
})

test('only the tab with the stream shows notifications', async () => {
  changes(aChat('Meera'), false)
  changes(aChat('Ravi'))

  await expectTold(['Ravi: Handed over to you\nIs it open?'])
})

test('nothing is notified while the page has the focus', async () => {
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  changes(aChat('Meera'))
  await vi.waitFor(() => expect(hasFocus).toHaveBeenCalled())
  hasFocus.mockReturnValue(false)
  changes(aChat('Ravi'))

  await expectTold(['Ravi: Handed over to you\nIs it open?'])
})

test('quiet hours are in the owner’s time zone, also over midnight', () => {
  const night = { from: '22:00', to: '07:00' }
  const told = (utc: string) => isQuiet(night, new Date(`2026-11-21T${utc}:00Z`), 'Asia/Kolkata')

  expect(told('16:29')).toBe(false)
  expect(told('16:30')).toBe(true)
  expect(told('01:29')).toBe(true)
  expect(told('01:30')).toBe(false)
})

test('with push messages the page only notifies of awaited messages', async () => {
  const { showNotification } = aPushBrowser('granted', { wasAsked: true })
  answerAlerts()
  await keepThisDevice(owner.uid, true)
  localStorage.setItem(watchedContactsKey(owner.uid), JSON.stringify(['con_Ravi']))
  changes(aChat('Meera'))
  writes(calm(), 'Here I am')

  await vi.waitFor(() => expect(showNotification).toHaveBeenCalledOnce())
  expect(showNotification.mock.calls[0]).toMatchObject([
    'Ravi',
    { tag: 'ses_Ravi', data: { path: '/chats?session=ses_Ravi' } },
  ])
})

test('the page answers the service worker whether it has the focus, and opens its clicks', async () => {
  const { ask } = aPushBrowser('denied', { wasAsked: true })
  const stop = followNotices(opened)
  expect(await ask({ type: 'errand.is-in-front' })).toBe(false)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  expect(await ask({ type: 'errand.is-in-front' })).toBe(true)

  expect(await ask({ type: 'errand.open', path: '/chats?session=ses_1' })).toBe(true)
  expect(opened).toHaveBeenCalledExactlyOnceWith('/chats?session=ses_1')
  stop()
})
