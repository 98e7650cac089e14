import { changeHealth, channelOf } from '../../channel/channel-health.ts'
import { releaseHeld } from '../../channel/held-messages.ts'
import type { Queue, TaskHandlers } from '../../queue/queue.ts'
import { ruleOf, toMessageError } from '../graph/error-rules.ts'
import { checkAccount, type Checked, type CheckWith } from './check-channel.ts'

type SettleWith = CheckWith & { queue: Queue }

/** Looks whether an owner's number works, and lets go what was held back until it does. */
export function createCheckChannel(parts: SettleWith): TaskHandlers['channel.check'] {
  return async ({ ownerId }) => {
    await settleCheck(parts, ownerId, await checkAccount(parts, ownerId))
  }
}

/** Writes down what a check found out. */
export async function settleCheck(
  { database, queue }: SettleWith,
  ownerId: string,
  { code, quality }: Pick<Checked, 'code' | 'quality'>,
): Promise<void> {
  // That WhatsApp is away for a moment says nothing of the number.
  if (code !== undefined && ruleOf(code).remedy.kind === 'retry') {
    throw new Error('The number could not be looked at')
  }
  await database.transaction(async (queries) => {
    if (code === undefined) {
      await releaseHeld(queries, queue, ownerId)
      await queue.add(queries, 'templates.fetch', { ownerId })
    }
    await changeHealth(queries, ownerId, (before, provider) => {
      // Somebody took the number out of the settings in the meantime.
      const isSimulated = channelOf(provider) === 'simulator'
      if (!isSimulated && before.status === 'not_connected') return undefined
      if (code === undefined) {
        const status = quality === 'RED' ? 'degraded' : isSimulated ? 'not_connected' : 'connected'
        return { ...before, status, lastError: null, connectedAt: new Date().toISOString() }
      }
      const { title, detail } = toMessageError(code)
      const lastError = { code, message: `${title}. ${detail}`, at: new Date().toISOString() }
      return { ...before, status: 'disconnected', lastError }
    })
  })
  // One that was held while this went on saw the number as it was.
  if (code === undefined) {
    await database.transaction((queries) => releaseHeld(queries, queue, ownerId))
  }
}
