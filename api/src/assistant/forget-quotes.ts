import { and, eq, gte, inArray, isNotNull } from 'drizzle-orm'

import type { MessageRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { assistantRuns, messages } from '../database/schema.ts'

/** Takes the words of a deleted message out of what the assistant noted on its own answers. */
export async function forgetQuotes(
  queries: Queries,
  { sessionId, seq, text }: MessageRow,
): Promise<void> {
  const { id, result } = assistantRuns
  const runs = await queries
    .select({ id, result })
    .from(assistantRuns)
    .where(
      and(eq(assistantRuns.sessionId, sessionId), gte(assistantRuns.seqTo, seq), isNotNull(result)),
    )
  const isFrom = ({ evidence = '' }: { evidence?: string | undefined }) =>
    evidence !== '' && text.includes(evidence)
  const withoutWords = <T extends { evidence?: string | undefined }>(read: T): T => {
    const { evidence: _words, ...rest } = read
    return isFrom(read) ? (rest as T) : read
  }
  const quoting = runs.flatMap((run) =>
    run.result?.read.some(isFrom) === true ? [{ id: run.id, result: run.result }] : [],
  )
  for (const run of quoting) {
    const read = run.result.read.map(withoutWords)
    await queries
      .update(assistantRuns)
      .set({ result: { ...run.result, read } })
      .where(eq(id, run.id))
  }
  if (quoting.length === 0) return
  const replies = await queries
    .select({ id: messages.id, ai: messages.ai })
    .from(messages)
    .where(
      inArray(
        messages.runId,
        quoting.map((run) => run.id),
      ),
    )
  for (const reply of replies) {
    const extracted = reply.ai?.extracted
    if (reply.ai === null || extracted === undefined) continue
    const ai = { ...reply.ai, extracted: extracted.map(withoutWords) }
    await queries.update(messages).set({ ai }).where(eq(messages.id, reply.id))
  }
}
