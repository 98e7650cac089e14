import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'

import type { Database } from '../database/database.ts'
import { chatSessions, messages } from '../database/schema.ts'
import { withoutPersonalData } from '../log/create-log.ts'
import type { TaskHandlers } from '../queue/queue.ts'
import type { Channels } from './channel.ts'

/** Tells a contact that he was read; once, as an hour later it would be of no use to him. */
export function createSendReceipt(
  { database, channels }: { database: Database; channels: Channels },
  log: Logger,
): TaskHandlers['receipt.send'] {
  return async ({ messageId }) => {
    const [row] = await database.queries
      .select({
        ownerId: messages.ownerId,
        providerId: messages.providerId,
        channel: chatSessions.channel,
      })
      .from(messages)
      .innerJoin(chatSessions, eq(chatSessions.id, messages.sessionId))
      .where(eq(messages.id, messageId))
    if (row === undefined || row.providerId === null) return
    const { ownerId, providerId, channel } = row
    await channels[channel]?.markRead?.({ ownerId, providerId }).catch((err: unknown) => {
      log.warn({ err: withoutPersonalData(err) }, 'a contact was not told that he was read')
    })
  }
}
