import { noSuchChat } from '../chats/reply/lock-chat.ts'
import { lockSession, updateSession } from '../chats/sessions/sessions.repo.ts'
import type { Queries } from '../database/database.ts'

/** For how long the assistant waits for an owner who has begun to write. */
const holdMs = 30_000

/** The owner is writing in a chat: until he is done, or stops, the assistant says nothing in it. */
export async function holdWhileTyping(
  queries: Queries,
  { ownerId, sessionId }: { ownerId: string; sessionId: string },
): Promise<Date> {
  const session = await lockSession(queries, ownerId, sessionId)
  if (session === undefined) throw noSuchChat()
  const until = new Date(Date.now() + holdMs)
  // Nothing that a page shows: nobody is told.
  await updateSession(queries, sessionId, { changes: { ownerTypesUntil: until }, events: 0 })
  return until
}
