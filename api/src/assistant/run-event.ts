import type { Happened } from '../chats/publish-chat.ts'
import type { RunRow } from './runs.repo.ts'

/** What pages are told of a run. */
export const toldOf = ({ id, state, wakeAt, stopReason }: RunRow): Happened => ({
  type: 'run.state',
  run: { id, state, answersAt: answersAt({ state, wakeAt }), stopReason },
})

/** When it will answer, while it waits for the contact to be done writing. */
export const answersAt = ({ state, wakeAt }: Pick<RunRow, 'state' | 'wakeAt'>): string | null =>
  state === 'debouncing' ? (wakeAt?.toISOString() ?? null) : null
