import { and, desc, eq, isNotNull } from 'drizzle-orm'

import type { TurnRequest } from '../ai/turn.ts'
import { chatSessions, messages } from '../database/schema.ts'
import type { Thinking } from './run-turn.ts'
import type { RunRow } from './runs.repo.ts'

/** After the first time it is shown twice more: who thinks longer than that is not about to write. */
const mostTimes = 3

/** Shows the contact that somebody writes, until it is stopped; nothing waits for it. */
export function showTyping(
  { database, channels, timings, log }: Thinking,
  run: RunRow,
  request: TurnRequest,
): { stop: () => void } {
  let times = 0
  let timer: NodeJS.Timeout | undefined
  const show = async () => {
    times += 1
    if (times < mostTimes) timer = setTimeout(again, timings.typingMs)
    const [last] = await database.queries
      .select({ providerId: messages.providerId, channel: chatSessions.channel })
      .from(messages)
      .innerJoin(chatSessions, eq(chatSessions.id, messages.sessionId))
      .where(
        and(
          eq(messages.sessionId, run.sessionId),
          eq(messages.direction, 'in'),
          isNotNull(messages.providerId),
        ),
      )
      .orderBy(desc(messages.seq))
      .limit(1)
    if (last === undefined || last.providerId === null) return
    const { ownerId } = run
    await channels[last.channel]?.showTyping?.({ ownerId, providerId: last.providerId })
  }
  const again = () => {
    show().catch((err: unknown) => log.debug({ err }, 'typing was not shown'))
  }
  if (request.inbound.length > 0) again()
  return { stop: () => clearTimeout(timer) }
}
