import type { AlertKind } from '@errand/contract/alert-choices'
import type { User } from '@errand/contract/auth'
import { messageSchema } from '@errand/contract/chats/message'
import {
  type Attention,
  type ChatSession,
  chatSessionSchema,
  windowClosingMs,
} from '@errand/contract/chats/session'
import { watchedContactsKey } from '@errand/contract/drafts'
import type { OwnerEvent } from '@errand/contract/events'
import { isoTimeOf } from '@errand/contract/iso-time'
import { paths } from '@errand/contract/paths'
import type { PushWorkerQuestion } from '@errand/contract/push-worker'
import type { Preferences } from '@errand/contract/settings'
import { contactName } from '@errand/contract/visible-text'
import {
  type ProductEvent,
  browserStorage,
  profileQuery,
  queryClient,
  subscribeEvents,
} from '@errand/shared-auth'

import { playChime, showNotification } from './desktop.ts'
import { chatsInFront, isInFront } from './in-front.ts'
import { toastAwaited, toastNewDevice } from './link-toasts.tsx'
import { keepThisDevice, readThisDevice } from './this-device.ts'
import { loadWords, words } from './words/words.ts'

export { announceInFront } from './in-front.ts'

/** Events within this time cause one sound, and one notification per chat. */
const burstMs = 2000

/** When this tab last notified the owner. */
interface NotifyState {
  soundedAt: number
  /** By session id. */
  notifiedAt: Map<string, number>
}

interface NotifyContext {
  /** When the event happened. */
  at: number
  state: NotifyState
  open: (path: string) => void
}

/**
 * Notifies the owner of what needs them, as chosen in the settings; returns a function that stops
 * it.
 */
export function followNotices(open: (path: string) => void): () => void {
  const stop = subscribeEvents(createNotifier(open))
  const stopAnswering = answerPushWorker(open)
  void findOwner()
    .then((user) => user && keepThisDevice(user.uid, user.settings.notifications.desktop))
    // Repaired when a page is opened next.
    .catch(() => undefined)
  return () => {
    stop()
    stopAnswering()
  }
}

/** Tells the service worker whether the owner is looking, and opens what was clicked. */
function answerPushWorker(open: (path: string) => void): () => void {
  // There are none without a secure origin.
  const { serviceWorker } = navigator as Partial<Navigator>
  const answer = ({ data, ports: [port] }: MessageEvent<PushWorkerQuestion>) => {
    if (data.type === 'errand.is-in-front') port?.postMessage(isInFront())
    if (data.type !== 'errand.open') return
    port?.postMessage(true)
    open(data.path)
  }
  serviceWorker?.addEventListener('message', answer)
  return () => serviceWorker?.removeEventListener('message', answer)
}

/**
 * Handles events and notifies the owner where needed. Actions of the assistant alone are no reason.
 */
export function createNotifier(open: (path: string) => void) {
  const read = createNewsReader()
  const state: NotifyState = { soundedAt: 0, notifiedAt: new Map() }
  return (event: ProductEvent, isFromStream: boolean): void => {
    if (event.type === 'resync') return
    if (event.type === 'sign_ins.updated') return void toastNewDevice(event, open)
    const news = read(event)
    // Only one tab of the browser has the stream, so that each event is notified once.
    if (news !== undefined && isFromStream)
      void notifyOwner(news, { at: Date.parse(event.at), state, open })
  }
}

async function notifyOwner(news: ChatNews, { at, state, open }: NotifyContext): Promise<void> {
  const user = await findOwner()
  // The language may have been changed since.
  await loadWords().catch(() => undefined)
  if (user === undefined) return
  const { session, reason } = news
  const { uid, settings } = user
  const isAwaited = reason === 'message' && isWatched(uid, session.contact.id)
  if (reason === 'message' && session.handler === 'assistant' && !isAwaited) return
  if (isQuiet(settings.notifications.quietHours, new Date(at), settings.business.timeZone)) return
  const visibleChats = await chatsInFront(uid)
  const isSeen =
    visibleChats.includes(session.id) || at - (state.notifiedAt.get(session.id) ?? 0) < burstMs
  const stopWatch = () => isAwaited && removeWatched(uid, session.contact.id)
  if (isSeen) return void stopWatch()
  const { sound, desktop, push } = settings.notifications
  if (sound && Date.now() - state.soundedAt > burstMs) {
    state.soundedAt = Date.now()
    playChime()
  }
  // A notification is pointless while the owner sees the app, except for a message that was waited
  // for. Where push messages arrive, they bring all others.
  const isPushed = readThisDevice(uid) !== undefined
  const isChosen = desktop && !isPushed && push[kindOf(news)] && visibleChats.length === 0
  const isWanted = isChosen || (isAwaited && (desktop || isPushed))
  // Noted before it is shown, which takes a moment.
  state.notifiedAt.set(session.id, at)
  const isShown =
    isAwaited && isInFront() ? toastNews(news, open) : isWanted && (await showDesktop(news, open))
  return void (isShown ? stopWatch() : state.notifiedAt.delete(session.id))
}

/** The current settings, which may have been changed in another tab or on another device. */
async function findOwner(): Promise<User | undefined> {
  const known = queryClient.getQueryData<User>(profileQuery().queryKey)
  return queryClient.fetchQuery(profileQuery()).catch(() => known)
}

const nameOf = ({ session: { contact } }: ChatNews): string => contactName(contact)

const pathOf = ({ session: { id } }: ChatNews): string =>
  `${paths.chats.list}?session=${encodeURIComponent(id)}`

/** Returns true: it is always shown. */
function toastNews(news: ChatNews, open: (path: string) => void): true {
  toastAwaited({ name: nameOf(news), path: pathOf(news), open })
  return true
}

/** Resolves to whether it was shown. */
function showDesktop(news: ChatNews, open: (path: string) => void): Promise<boolean> {
  const { session, reason, text } = news
  return showNotification({
    title: nameOf(news),
    body: reason === 'message' ? text : [words(reason), text].filter(Boolean).join('\n'),
    // One notification per chat, also of those that come by push.
    tag: session.id,
    path: pathOf(news),
    open,
  })
}

/** Something about a chat that the owner may have to know. */
interface ChatNews {
  session: ChatSession
  /** A message of the contact, or why the chat now needs the owner. */
  reason: 'message' | Exclude<Attention, 'unread'>
  text: string
}

/** By which choice of the settings each of them is notified. */
const kinds = {
  message: 'message',
  handoff: 'handoff',
  window_closing: 'reminder',
  review: 'booking',
  failed_message: 'failed',
  awaiting_template: 'failed',
} as const satisfies Record<ChatNews['reason'], AlertKind>

const kindOf = ({ reason, session }: ChatNews): AlertKind =>
  reason === 'review' && session.needs?.reason === 'reminder' ? 'reminder' : kinds[reason]

/** Within this time of its event something counts as new, even if the earlier state is unknown. */
const freshMs = 10_000

/** How long after its window began to close an unknown chat may still be notified. */
const closingMs = 10 * 60_000

function isClosingNow(need: Attention, { window }: ChatSession, at: number): boolean {
  if (need !== 'window_closing' || window.expiresAt === null) return false
  return at - (Date.parse(window.expiresAt) - windowClosingMs) < closingMs
}

/** Reads the events of chats in order; most of them are no news. */
function createNewsReader() {
  const known = new Map<string, ChatSession>()

  /** The new state of a session; news if it now needs the owner. */
  function readSession(session: ChatSession, at: number): ChatNews | undefined {
    const before = known.get(session.id)
    known.set(session.id, session)
    const needs = session.attention.filter((one) => one !== 'unread')
    const isFresh = at - Date.parse(session.handlerSince) < freshMs
    const [reason] =
      before === undefined
        ? needs.filter((one) => (one === 'handoff' && isFresh) || isClosingNow(one, session, at))
        : needs.filter((one) => !before.attention.includes(one))
    return reason && { session, reason, text: session.lastMessage?.preview ?? '' }
  }

  /** A message of the contact; its session arrives in an earlier event. */
  function readMessage({ type, sessionId = '', data }: OwnerEvent): ChatNews | undefined {
    const session = known.get(sessionId)
    const message = messageSchema.safeParse(data['message'])
    if (session === undefined || !message.success || type !== 'message.created') return undefined
    const { direction, type: kind, text } = message.data
    if (direction !== 'in' || kind === 'reaction') return undefined
    return { session, reason: 'message', text: text || (session.lastMessage?.preview ?? '') }
  }

  return (event: OwnerEvent): ChatNews | undefined => {
    const session = chatSessionSchema.safeParse(event.data['session'])
    return session.success ? readSession(session.data, Date.parse(event.at)) : readMessage(event)
  }
}

type QuietHours = Preferences['notifications']['quietHours']

/** Whether a moment is in the owner's quiet hours, in the owner's time zone. */
export function isQuiet(hours: QuietHours, now: Date, timeZone: string): boolean {
  if (hours === null) return false
  const clock = isoTimeOf(now, timeZone).slice('2026-11-21T'.length)
  const { from, to } = hours
  // Overnight hours end before they start.
  return from <= to ? clock >= from && clock < to : clock >= from || clock < to
}

/** Whether the owner wants to be notified of this contact's next message. */
const isWatched = (uid: string, contactId: string): boolean => readWatched(uid).includes(contactId)

/** Removes the contact, because the message has arrived. */
function removeWatched(uid: string, contactId: string): void {
  const [key, left] = [watchedContactsKey(uid), readWatched(uid).filter((id) => id !== contactId)]
  browserStorage.setItem(key, JSON.stringify(left))
  // The browser sends storage events to other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

function readWatched(uid: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(watchedContactsKey(uid)) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}
