/** What a release is in a page; by the same words a page reports it to the edge. */
export type ReleaseState = 'start' | 'ready' | 'failed' | 'left'

/** The first verdict stands, but what was ready may still fail. */
const following: Partial<Record<ReleaseState | 'none', ReleaseState[]>> = {
  none: ['start'],
  start: ['ready', 'failed', 'left'],
  ready: ['failed'],
}

/**
 * The state of a release after an event, which has the name of the state that it leads to. Only a
 * change is reported: undefined where the event changes nothing.
 */
export const nextState = (
  state: ReleaseState | undefined,
  event: ReleaseState,
): ReleaseState | undefined => following[state ?? 'none']?.find((next) => next === event)
