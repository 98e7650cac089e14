import type { MessageAi, MessageChoices } from '@errand/contract/chats/message'
import { eq, max } from 'drizzle-orm'

import { readPreferences } from '../account/settings-view.ts'
import { findTemplates, renderTemplate } from '../chats/templates.repo.ts'
import type { SessionRow } from '../chats/rows.ts'
import type { Queries } from '../../platform/database/database.ts'
import { messages } from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { isDue } from './gate.ts'
import {
  after,
  readPhrases,
  say,
  showing,
  withAttention,
  withMore,
  type PendingChat,
} from '../chats/pending-chat.ts'
import { updateRun, type RunChanges, type RunRow } from '../chats/runs.ts'

/** What goes out later than this before the end of the window might come too late. */
const marginMs = 60_000
/** How fast somebody types who writes several messages, and the longest that one takes. */
const letterMs = 50
const longestPauseMs = 3_000

interface Spoken {
  run: RunRow
  /** What of the run is written down along with it. */
  changes?: RunChanges
  replies: readonly string[]
  choices?: MessageChoices | null | undefined
  ai?: MessageAi
  /** As which part of the run the first of them counts. */
  firstPart?: number
}

/** Whether free text may still be sent when it gets there. */
export const isWindowOpenLongEnough = ({ windowExpiresAt }: SessionRow, now: Date): boolean =>
  windowExpiresAt !== null && windowExpiresAt.getTime() - now.getTime() > marginMs

/**
 * What a run says goes into the outbox, each part once; while the window is closed it waits for the
 * contact instead, and the owner may send a template.
 */
export async function sayReplies(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  { run, changes = {}, replies, choices, ai, firstPart = 1 }: Spoken,
): Promise<PendingChat> {
  const at = new Date()
  if (!isWindowOpenLongEnough(after(chat), at)) return park(queries, queue, chat, { run, changes })
  let said = chat
  let heldUntil = at
  for (const [index, text] of replies.entries()) {
    const isLast = index === replies.length - 1
    const part = {
      runId: run.id,
      runPart: firstPart + index,
      ...(ai !== undefined && { ai }),
      ...(isLast && choices != null && { choices }),
    }
    said = await say(queries, queue, said, { author: 'assistant', text, heldUntil, at, ...part })
    const pauseMs = Math.min(longestPauseMs, (replies[index + 1]?.length ?? 0) * letterMs)
    heldUntil = new Date(heldUntil.getTime() + pauseMs)
  }
  const sending = { ...changes, state: 'sending', wakeAt: null } as const
  return showing(said, await updateRun(queries, run.id, sending))
}

/** What the run says is kept until the contact writes. */
async function park(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  { run, changes }: { run: RunRow; changes: RunChanges },
): Promise<PendingChat> {
  const nudged = await nudge(queries, queue, withAttention(chat, 'awaiting_template'))
  const parked = { ...changes, state: 'parked', wakeAt: null } as const
  return showing(nudged, await updateRun(queries, run.id, parked))
}

/** The contact has opened the window: what waited for that is said, if the chat is still ours. */
export async function releaseParked(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  open: readonly RunRow[],
): Promise<PendingChat> {
  let released = chat
  for (const run of open) {
    if (run.state !== 'parked' || run.result === null) continue
    const { replies, choices } = run.result
    const firstPart = (await lastPartSaid(queries, run)) + 1
    released = await sayReplies(queries, queue, released, { run, replies, choices, firstPart })
  }
  return released
}

/** The window may have closed between two parts: what is out keeps its number. */
async function lastPartSaid(queries: Queries, { id }: RunRow): Promise<number> {
  const [row] = await queries
    .select({ part: max(messages.runPart) })
    .from(messages)
    .where(eq(messages.runId, id))
  return row?.part ?? 0
}

const againMs = 24 * 60 * 60_000

/**
 * Tells a contact that an answer waits, where the owner has chosen a template for that: an
 * approved one that sells nothing and has no blanks, once a day. The contact's own words open the window.
 */
async function nudge(queries: Queries, queue: Queue, chat: PendingChat): Promise<PendingChat> {
  const session = after(chat)
  const { assistant, business } = await readPreferences(queries, session.ownerId)
  const at = new Date()
  if (assistant.nudgeTemplate === '' || !isDue(session.notices.nudge, againMs, at)) return chat
  const all = await findTemplates(queries, session.ownerId, assistant.nudgeTemplate)
  const usable = all.filter(
    ({ status, category, variables }) =>
      status === 'APPROVED' && category === 'UTILITY' && variables.length === 0,
  )
  const { tag } = await readPhrases(queries, session, business)
  const template = usable.find(({ language }) => language.split('_')[0] === tag) ?? usable[0]
  if (template === undefined) return chat
  const { name, language, category } = template
  const told = await say(queries, queue, chat, {
    author: 'assistant',
    text: renderTemplate(template, []),
    template: { name, language, category, components: [] },
    heldUntil: at,
    at,
  })
  return withMore(told, { notices: { ...session.notices, nudge: at.toISOString() } })
}
