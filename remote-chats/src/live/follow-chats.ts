import { subscribeEvents, type ProductEvent } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'

import { applyNews } from './apply-news.ts'
import { catchUp } from './catch-up.ts'
import { readChatNews } from './chat-news.ts'

let isFollowing = false
let heardAt: Date | undefined
/** Since when something may have been missed that is not fetched yet; what is heard later does not move it. */
let missedSince: Date | undefined
let resyncs = 0

/** Keeps what the page knows of chats true, from the first page that shows any. */
export function followChats(): void {
  if (isFollowing) return
  isFollowing = true
  heardAt = new Date(readNow())
  subscribeEvents(hear)
}

/** Takes in one event; when some may have been missed, asks for what changed since the last one. */
export function hear(event: ProductEvent): void {
  if (event.type === 'resync') {
    void fetchMissed()
    return
  }
  heardAt = new Date(event.at)
  const news = readChatNews(event)
  if (news === undefined) return
  applyNews(news)
}

async function fetchMissed(): Promise<void> {
  missedSince ??= heardAt
  resyncs += 1
  const resync = resyncs
  const asked = new Date(readNow())
  try {
    await catchUp(missedSince)
  } catch {
    // Still away: the next one asks for a longer time.
    return
  }
  // What a later one is still asking for may be missed yet.
  missedSince = resync === resyncs ? undefined : asked
  heardAt = asked
}
