import { recount, takeSession } from '../chats/session-cache.ts'
import { noteHeard, patchThread } from '../thread/thread.queries.ts'
import { withMessage, withoutMessage } from '../thread/thread.ts'
import type { ChatNews } from './chat-news.ts'
import { keepRun } from './live-run.ts'

/** Brings what the page shows up to date with one piece of news. */
export function applyNews(news: ChatNews): void {
  const { sessionId, seq } = news
  noteHeard(sessionId, seq)
  switch (news.kind) {
    case 'message':
      patchThread(sessionId, (thread) => withMessage(thread, news.message))
      break
    case 'removed':
      patchThread(sessionId, (thread) => withoutMessage(thread, news.messageId))
      break
    case 'session':
      takeSession(news.session)
      recount()
      break
    case 'run':
      keepRun(sessionId, news.run)
      break
  }
}
