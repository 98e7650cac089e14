import { readTicket } from '../rollouts/ticket.ts'
import type { RolloutSource } from '../rollouts/rollout-source.ts'
import { logError } from './log.ts'

/** The releases that a ticket in the address puts before those of the rollout. */
export interface Override {
  versions: Record<string, string>
  /** For the page to show; nothing without a ticket. */
  shown: { apps: string[]; expiresAt: string } | undefined
}

const none: Override = { versions: {}, shown: undefined }

/** Reads the text of `?ticket=`; one that is expired or not the registry's own is as good as none. */
export async function readOverride(
  text: string | undefined,
  source: RolloutSource,
): Promise<Override> {
  const publicKey = source.evaluator()?.document.metadata.ticketKey
  if (text === undefined || publicKey === undefined) return none
  try {
    const { apps, exp } = await readTicket(text, publicKey)
    const named = Object.entries(apps).map(([app, version]) => `${app} ${version}`)
    return {
      versions: apps,
      shown: { apps: named, expiresAt: new Date(exp * 1000).toISOString() },
    }
  } catch (error) {
    logError('ticket refused', error)
    return none
  }
}
