import toast from 'react-hot-toast'
import type { OwnerEvent } from '@errand/contract/events'
import type { Preferences } from '@errand/contract/settings'
import type { User } from '@errand/contract/auth'
import { contactName } from '@errand/contract/visible-text'
import { messageSchema } from '@errand/contract/chats/message'
import { paths } from '@errand/contract/paths'
import {
  type Attention,
  type ChatSession,
  chatSessionSchema,
  windowClosingMs,
} from '@errand/contract/chats/session'
import {
  type ProductEvent,
  browserStorage,
  profileQuery,
  queryClient,
  subscribeEvents,
} from '@errand/shared-auth'
import { watchedContactsKey } from '@errand/contract/drafts'

import styles from './follow-notices.module.css'
import { chatsInFront, isInFront } from './in-front.ts'
import { playChime, showNotification } from './desktop.ts'
import { words } from '../shell/words/words.ts'

/** A burst of news is one sound; what one message did to a chat is one notification. */
const burstMs = 2000

/** What was said last, by this tab. */
interface NotifyState {
  soundedAt: number
  /** By chat. */
  notifiedAt: Map<string, number>
}

interface NotifyContext {
  /** When it happened. */
  at: number
  state: NotifyState
  open: (path: string) => void
}

/** Tells the owner what needs them, by the means that they chose; answers how to stop. */
export const followNotices = (open: (path: string) => void): (() => void) =>
  subscribeEvents(createNotifier(open))

/**
 * Hears events, and tells what is worth it. What the assistant does by itself is no reason to call
 * anybody.
 */
export function createNotifier(open: (path: string) => void) {
  const read = createNewsReader()
  const state: NotifyState = { soundedAt: 0, notifiedAt: new Map() }
  return (event: ProductEvent, isFromStream: boolean): void => {
    if (event.type === 'resync') return
    const news = read(event)
    // One tab of the browser has the stream: what happens once is told once.
    if (news !== undefined && isFromStream)
      void notifyOwner(news, { at: Date.parse(event.at), state, open })
  }
}

async function notifyOwner(news: ChatNews, { at, state, open }: NotifyContext): Promise<void> {
  const user = await findOwner()
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
  const { sound, desktop } = settings.notifications
  if (sound && Date.now() - state.soundedAt > burstMs) {
    state.soundedAt = Date.now()
    playChime()
  }
  // On another page of the product the owner sees what happens; a message that was waited for is told all the same.
  const isShown =
    isAwaited && isInFront()
      ? toastNews(news, open)
      : desktop && (isAwaited || visibleChats.length === 0) && showDesktop(news, open)
  if (!isShown) return undefined
  state.notifiedAt.set(session.id, at)
  return void stopWatch()
}

/** The settings of this moment: they may have been changed in another tab, or on another device. */
async function findOwner(): Promise<User | undefined> {
  const known = queryClient.getQueryData<User>(profileQuery().queryKey)
  return queryClient.fetchQuery(profileQuery()).catch(() => known)
}

const nameOf = ({ session: { contact } }: ChatNews): string => contactName(contact)

const pathOf = ({ session: { id } }: ChatNews): string =>
  `${paths.chats.list}?session=${encodeURIComponent(id)}`

/** Answers whether it is shown. */
function toastNews(news: ChatNews, open: (path: string) => void): true {
  toastAwaited({ name: nameOf(news), path: pathOf(news), open })
  return true
}

/** Answers whether it is shown. */
function showDesktop(news: ChatNews, open: (path: string) => void): boolean {
  const { session, reason, text } = news
  return showNotification({
    title: nameOf(news),
    body: reason === 'message' ? text : [words(reason), text].filter(Boolean).join('\n'),
    // One chat has one notification.
    tag: session.id,
    onClick: () => open(pathOf(news)),
  })
}

/** What an owner may have to be told of a chat. */
interface ChatNews {
  session: ChatSession
  /** The contact wrote, or the chat began to need its owner. */
  reason: 'message' | Exclude<Attention, 'unread'>
  text: string
}

/** Within this time of its event something is new, also where nobody knows what was before. */
const freshMs = 10_000

/** How long after its window began to close a chat that nobody knows may be told of. */
const closingMs = 10 * 60_000

function isClosingNow(need: Attention, { window }: ChatSession, at: number): boolean {
  if (need !== 'window_closing' || window.expiresAt === null) return false
  return at - (Date.parse(window.expiresAt) - windowClosingMs) < closingMs
}

/** Reads the events of chats one after the other; most of them are no news. */
function createNewsReader() {
  const known = new Map<string, ChatSession>()

  /** A chat as it is now; news where it begins to need its owner. */
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

  /** What a contact wrote; the chat itself came before it. */
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

/** Whether the owner wants to be left alone at that moment, in the owner's time zone. */
export function isQuiet(hours: QuietHours, now: Date, timeZone: string): boolean {
  if (hours === null) return false
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now)
  const { from, to } = hours
  // A night has its end before its beginning.
  return from <= to ? clock >= from && clock < to : clock >= from || clock < to
}

/** Whether this owner waits for the contact's next message. */
const isWatched = (uid: string, contactId: string): boolean => readWatched(uid).includes(contactId)

/** The message came: nobody waits for it any longer. */
function removeWatched(uid: string, contactId: string): void {
  const [key, left] = [watchedContactsKey(uid), readWatched(uid).filter((id) => id !== contactId)]
  browserStorage.setItem(key, JSON.stringify(left))
  // The browser tells the other tabs only.
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

/** Long enough to reach its link. */
const durationMs = 10_000

interface AwaitedMessage {
  name: string
  path: string
  open: (path: string) => void
}

/** Tells the owner, on another page, that the message came that was waited for. */
function toastAwaited({ name, path, open }: AwaitedMessage): void {
  toast(
    ({ id }) => (
      <span>
        <span>{words('wrote', { name })}</span>{' '}
        <a
          className={styles['link']}
          href={path}
          onClick={(event) => {
            toast.dismiss(id)
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            open(path)
          }}
        >
          {words('openChat')}
        </a>
      </span>
    ),
    { id: path, duration: durationMs },
  )
}
