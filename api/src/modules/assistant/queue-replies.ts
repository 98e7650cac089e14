import type { MessageAi, MessageChoices } from '@errand/contract/chats/message'
import { eq, max } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { messages } from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { readPreferences } from '../account/settings-view.ts'
import {
  preview,
  readPhrases,
  queueReply,
  withRunState,
  withAttention,
  withMore,
  type ChatMutation,
} from '../chats/chat-mutation.ts'
import type { SessionRow } from '../chats/rows.ts'
import { updateRun, type RunChanges, type RunRow } from '../chats/runs.ts'
import { findTemplates, renderTemplate } from '../chats/templates.repo.ts'
import { isDue } from './gate.ts'

/** A message sent less than this before the window closes may arrive too late. */
const marginMs = 60_000
/** The pause between parts grows with their length, as if they were typed, up to a maximum. */
const msPerLetter = 50
const maxPauseMs = 3_000

interface RunReplies {
  run: RunRow
  /** What of the run is written down along with it. */
  changes?: RunChanges
  replies: readonly string[]
  choices?: MessageChoices | null | undefined
  ai?: MessageAi
  /** The part number of the first reply. */
  firstPart?: number
}

/** Whether the window stays open long enough for free text to be delivered. */
export const isWindowOpenLongEnough = ({ windowExpiresAt }: SessionRow, now: Date): boolean =>
  windowExpiresAt !== null && windowExpiresAt.getTime() - now.getTime() > marginMs

/**
 * Puts the replies of a run into the outbox, each part once. While the 24-hour window is closed, the run
 * is parked until the contact writes, and the owner may send a template.
 */
export async function queueReplies(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  { run, changes = {}, replies, choices, ai, firstPart = 1 }: RunReplies,
): Promise<ChatMutation> {
  const at = new Date()
  if (!isWindowOpenLongEnough(preview(chat), at))
    return parkRun(queries, queue, chat, { run, changes })
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
    said = await queueReply(queries, queue, said, {
      author: 'assistant',
      text,
      heldUntil,
      at,
      ...part,
    })
    const pauseMs = Math.min(maxPauseMs, (replies[index + 1]?.length ?? 0) * msPerLetter)
    heldUntil = new Date(heldUntil.getTime() + pauseMs)
  }
  const sending = { ...changes, state: 'sending', wakeAt: null } as const
  return withRunState(said, await updateRun(queries, run.id, sending))
}

/** Parks a run, whose replies are kept until the contact writes. */
async function parkRun(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  { run, changes }: { run: RunRow; changes: RunChanges },
): Promise<ChatMutation> {
  // First, because the nudge is written in the language of the run's result.
  const parked = await updateRun(queries, run.id, { ...changes, state: 'parked', wakeAt: null })
  const nudged = await sendNudge(queries, queue, withAttention(chat, 'awaiting_template'))
  return withRunState(nudged, parked)
}

/** The contact has opened the window: queues the replies of parked runs. */
export async function releaseParked(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  open: readonly RunRow[],
): Promise<ChatMutation> {
  let released = chat
  for (const run of open) {
    if (run.state !== 'parked' || run.result === null) continue
    const { replies, choices } = run.result
    const firstPart = (await readLastPart(queries, run)) + 1
    released = await queueReplies(queries, queue, released, { run, replies, choices, firstPart })
  }
  return released
}

/** The last part of a run that was sent: the window may have closed between two parts. */
async function readLastPart(queries: Queries, { id }: RunRow): Promise<number> {
  const [row] = await queries
    .select({ part: max(messages.runPart) })
    .from(messages)
    .where(eq(messages.runId, id))
  return row?.part ?? 0
}

const nudgeEveryMs = 24 * 60 * 60_000

/**
 * Sends the template that the owner has chosen to tell contacts that an answer waits: an approved utility
 * template without blanks, at most once a day. The contact's reply then opens the window.
 */
async function sendNudge(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
): Promise<ChatMutation> {
  const session = preview(chat)
  const { assistant, business } = await readPreferences(queries, session.ownerId)
  const at = new Date()
  if (assistant.nudgeTemplate === '' || !isDue(session.notices.nudge, nudgeEveryMs, at)) return chat
  const all = await findTemplates(queries, session.ownerId, assistant.nudgeTemplate)
  const usable = all.filter(
    ({ status, category, variables }) =>
      status === 'APPROVED' && category === 'UTILITY' && variables.length === 0,
  )
  const { tag } = await readPhrases(queries, session, business)
  const template = usable.find(({ language }) => language.split('_')[0] === tag) ?? usable[0]
  if (template === undefined) return chat
  const { name, language, category } = template
  const queued = await queueReply(queries, queue, chat, {
    author: 'assistant',
    text: renderTemplate(template, []),
    template: { name, language, category, components: [] },
    heldUntil: at,
    at,
  })
  return withMore(queued, { notices: { ...session.notices, nudge: at.toISOString() } })
}
