import type { RolloutSource } from '../rollouts/rollout-source.ts'
import { readTicket, type Ticket } from '../rollouts/ticket.ts'
import { logRarely } from './log.ts'

/** Reads the text of `?ticket=`; one that is expired or not the registry's own is as good as none. */
export async function ticketOf(
  text: string | undefined,
  source: RolloutSource,
): Promise<Ticket | undefined> {
  const publicKey = source.evaluator()?.document.ticketKey
  // An empty one asks for the page without any.
  if (!text || publicKey === undefined) return undefined
  try {
    return await readTicket(text, publicKey)
  } catch (error) {
    logRarely('ticket refused', error)
    return undefined
  }
}
