import { notify } from '@errand/database'

import { readContact } from '../chats/contacts/contacts.repo.ts'
import type { Queries } from '../database/database.ts'
import { runsChannel } from './begin-run.ts'
import { gate } from './gate.ts'
import { readGateFacts } from './gate-facts.ts'
import { after, showing, type PendingChat } from './pending-chat.ts'
import { onlyAnswers } from './reaction-answers.ts'
import { insertRun, isWorking, lockOpenRuns } from './runs.repo.ts'
import { listUnanswered } from './unanswered.ts'

/**
 * The assistant has the chat again: what nobody has answered in the meantime it answers now, however
 * long ago that was written. The chat is locked.
 */
export async function resumeChat(queries: Queries, chat: PendingChat): Promise<PendingChat> {
  const session = after(chat)
  if (session.handler !== 'assistant' || session.status !== 'active') return chat
  const inbound = await onlyAnswers(queries, await listUnanswered(queries, session.id))
  if (inbound.length === 0) return chat
  if ((await lockOpenRuns(queries, session.id)).some(isWorking)) return chat
  const now = new Date()
  const contact = await readContact(queries, session.contactId)
  const begunBy = 'owner'
  const { facts } = await readGateFacts(queries, { session, contact, inbound, begunBy, now })
  if (!gate(facts).isOpen) return chat
  await notify(queries, runsChannel)
  const { ownerId, id: sessionId, jobVersion } = session
  const moments = { since: now, wakeAt: now, createdAt: now }
  const begun = { ownerId, sessionId, jobVersion, state: 'debouncing', begunBy } as const
  return showing(chat, await insertRun(queries, { ...begun, ...moments }))
}
