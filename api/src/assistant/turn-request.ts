import { and, desc, eq, gt, isNull, lt, ne } from 'drizzle-orm'

import type { TurnRequest } from '../ai/turn.ts'
import { readPreferences } from '../auth/settings-view.ts'
import { findLast, largestSeq, messageColumns } from '../chats/messages/messages.repo.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { chatSessions, messages } from '../database/schema.ts'
import { placeOf } from '../form-data/reading.ts'
import { findVersion } from '../jobs/job-versions.ts'
import { withAttached } from './check-answers.ts'
import { fieldStatesOf, isWhole, phaseOf } from './field-states.ts'
import { readCollected } from './read-collected.ts'
import { readCustomer } from './read-customer.ts'
import { withQuestions } from './read-taps.ts'
import { toTurnMessage } from './turn-message.ts'
import { wasShown, type RunRow } from './runs.repo.ts'
import { listToAnswer } from './unanswered.ts'

/**
 * So many of the latest messages are shown. What is older is told in a summary, which is written once
 * there are some to tell of, and not for each that falls out.
 */
export const fewestShown = 20
export const mostShown = 30

/** All that a provider is told of a chat up to a message; nothing when its job is gone. */
export async function readTurnRequest(
  queries: Queries,
  run: Pick<RunRow, 'ownerId' | 'sessionId' | 'seqFrom' | 'seqTo'>,
): Promise<TurnRequest | undefined> {
  const [session] = await queries
    .select()
    .from(chatSessions)
    .where(eq(chatSessions.id, run.sessionId))
  const job = session === undefined ? undefined : await readJob(queries, session)
  if (session === undefined || job === undefined) return undefined
  const { business } = await readPreferences(queries, run.ownerId)
  const collected = await readCollected(queries, session.id)
  const { inbound: written, isLate } = await listToAnswer(queries, run)
  const inbound = written.filter(({ seq }) => seq <= (run.seqTo ?? 0))
  const isEdited = isLate && inbound.some(({ editedAt }) => editedAt !== null)
  // What was edited answers what was asked before it, and not what was said since.
  const end = isLate && !isEdited ? largestSeq : (inbound[0]?.seq ?? (run.seqTo ?? 0) + 1)
  const history = (await listBefore(queries, session, end)).filter(({ id }) =>
    inbound.every((message) => message.id !== id),
  )
  const toAnswer = (await withQuestions(queries, inbound, collected)).map(toTurnMessage)
  const now = new Date()
  const at = { now, place: placeOf(business) }
  const { name, timeZone, locale } = business
  const isShown = isWhole(collected) && (await wasShown(queries, session.id, collected.version))
  return {
    job,
    // Nobody is asked for the file that he has just sent.
    fields: fieldStatesOf(withAttached(collected, { inbound: toAnswer }, at)),
    history: history.map(toTurnMessage),
    inbound: toAnswer,
    phase: phaseOf(collected, job.behaviour, isShown),
    ...(session.summary !== null && { summary: session.summary.text }),
    customer: await readCustomer(queries, session),
    facts: [
      ...factsOf(history, { timeZone, locale }),
      ...(isEdited ? await factsOfEdit(queries, session.id) : []),
    ],
    ...(isEdited && { isEdited }),
    business: { name, timeZone, locale },
    now,
  }
}

async function readJob(queries: Queries, { jobId, jobVersion }: SessionRow) {
  if (jobId === null || jobVersion === null) return undefined
  return (await findVersion(queries, jobId, jobVersion))?.snapshot
}

async function listBefore(
  queries: Queries,
  { id: sessionId, summary }: SessionRow,
  seq: number,
): Promise<MessageRow[]> {
  const rows = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        gt(messages.seq, summary?.upToSeq ?? 0),
        lt(messages.seq, seq),
        ne(messages.type, 'event'),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(mostShown)
  return rows.toReversed()
}

/** What was said after a message that says something else now. */
async function factsOfEdit(queries: Queries, sessionId: string): Promise<string[]> {
  const last = await findLast(queries, sessionId, { isSaid: true })
  const said = last?.direction === 'out' ? last.text.replaceAll(/\s+/g, ' ') : ''
  const since = said === '' ? '' : ` The last answer since then was: “${said}”`
  return [`The contact has edited this message after it was answered.${since}`]
}

/** A fact and no instruction: told to be silent, models stay silent for good. */
function factsOf(
  history: readonly MessageRow[],
  { timeZone, locale }: { timeZone: string; locale: string },
): string[] {
  const spoken = history.findLast(({ author }) => author === 'owner' || author === 'assistant')
  if (spoken?.author !== 'owner') return []
  const clock = new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return [`The owner talked with the contact until ${clock.format(spoken.createdAt)}.`]
}
