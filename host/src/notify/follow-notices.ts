import type { User } from '@errand/contract/auth'
import { paths } from '@errand/contract/paths'
import { contactName } from '@errand/contract/visible-text'
import { profileQuery, queryClient, subscribeEvents, type ProductEvent } from '@errand/shared-auth'

import { say } from '../shell/words/words.ts'
import { toastAwaited } from './awaited-toast.tsx'
import { createNewsReader, type ChatNews } from './chat-news.ts'
import { playChime } from './chime.ts'
import { showNotification } from './desktop.ts'
import { chatsInFront, isInFront } from './in-front.ts'
import { isQuiet } from './quiet-hours.ts'
import { isWatched, stopWatching } from './watched-contacts.ts'

/** A burst of news is one sound; what one message did to a chat is one notification. */
const burstMs = 2000

/** What was said last, by this tab. */
interface Said {
  soundedAt: number
  /** By chat. */
  toldAt: Map<string, number>
}

interface Telling {
  /** When it happened. */
  at: number
  said: Said
  open: (path: string) => void
}

/** Tells the owner what needs him, by the means that he chose; answers how to stop. */
export const followNotices = (open: (path: string) => void): (() => void) =>
  subscribeEvents(createNotices(open))

/**
 * Hears events, and tells what is worth it. What the assistant does by itself is no reason to call
 * anybody.
 */
export function createNotices(open: (path: string) => void) {
  const read = createNewsReader()
  const said: Said = { soundedAt: 0, toldAt: new Map() }
  return (event: ProductEvent, isFromStream: boolean): void => {
    if (event.type === 'resync') return
    const news = read(event)
    // One tab of the browser has the stream: what happens once is told once.
    if (news !== undefined && isFromStream)
      void tell(news, { at: Date.parse(event.at), said, open })
  }
}

async function tell(news: ChatNews, { at, said, open }: Telling): Promise<void> {
  const user = await findOwner()
  if (user === undefined) return
  const { session, reason } = news
  const { uid, settings } = user
  const isAwaited = reason === 'message' && isWatched(uid, session.contact.id)
  if (reason === 'message' && session.handler === 'assistant' && !isAwaited) return
  if (isQuiet(settings.notifications.quietHours, new Date(at), settings.business.timeZone)) return
  const inFront = await chatsInFront(uid)
  const isKnown = inFront.includes(session.id) || at - (said.toldAt.get(session.id) ?? 0) < burstMs
  const stopWaiting = () => isAwaited && stopWatching(uid, session.contact.id)
  if (isKnown) return void stopWaiting()
  const { sound, desktop } = settings.notifications
  if (sound && Date.now() - said.soundedAt > burstMs) {
    said.soundedAt = Date.now()
    playChime()
  }
  // On another page of the product he sees what happens; what he waits for he was promised to hear.
  const isShown =
    isAwaited && isInFront()
      ? toastNews(news, open)
      : desktop && (isAwaited || inFront.length === 0) && show(news, open)
  if (!isShown) return undefined
  said.toldAt.set(session.id, at)
  return void stopWaiting()
}

/** As he has it now: he may have changed his mind in another tab, or on another device. */
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
function show(news: ChatNews, open: (path: string) => void): boolean {
  const { session, reason, text } = news
  return showNotification({
    title: nameOf(news),
    body: reason === 'message' ? text : [say(reason), text].filter(Boolean).join('\n'),
    // One chat has one notification.
    tag: session.id,
    onClick: () => open(pathOf(news)),
  })
}
