import type { Queries } from '../database/database.ts'
import { queueMessage, type Outbound } from '../chats/messages/outbound.ts'
import type { Happened } from '../chats/publish-chat.ts'
import type { SessionRow } from '../chats/rows.ts'
import { afterMessage } from '../chats/sessions/after-message.ts'
import type { SessionChanges } from '../chats/sessions/sessions.repo.ts'
import type { Queue } from '../queue/queue.ts'
import { toldOf } from './run-event.ts'
import { shownAs } from './run-state.ts'
import type { RunRow } from './runs.repo.ts'

/** A locked chat, and what a transaction has decided to change and to tell of it so far. */
export interface PendingChat {
  session: SessionRow
  changes: SessionChanges
  happened: Happened[]
}

/** The chat as it will be. */
export const after = ({ session, changes }: PendingChat): SessionRow =>
  ({ ...session, ...changes }) as SessionRow

/** The chat with more to change and to tell. */
export const withMore = (
  chat: PendingChat,
  changes: SessionChanges,
  ...happened: Happened[]
): PendingChat => ({
  session: chat.session,
  changes: { ...chat.changes, ...changes },
  happened: [...chat.happened, ...happened],
})

/** The chat says something, once the transaction is through. */
export async function say(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  outbound: Outbound,
): Promise<PendingChat> {
  const session = after(chat)
  const message = await queueMessage(queries, queue, { session, message: outbound })
  if (message === undefined) return chat
  return withMore(chat, afterMessage(session, message), { type: 'message.created', message })
}

/** The chat shows where its run is. */
export const showing = (chat: PendingChat, run: RunRow): PendingChat =>
  withMore(chat, { run: shownAs(run.state) }, toldOf(run))
