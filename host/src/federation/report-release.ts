import { releaseSaidEvent, type ReleaseSaid } from '@errand/contract/release'

/** How a release failed. */
export type FailureKind = NonNullable<ReleaseSaid['kind']>

/** Tells the edge, by its boot script, how the release does that this page was given of an app. */
export function reportRelease(
  { app }: Pick<ReleaseSaid, 'app'>,
  said: ReleaseSaid['said'],
  how: Omit<ReleaseSaid, 'app' | 'said'> = {},
): void {
  const detail: ReleaseSaid = { app, said, ...how }
  window.dispatchEvent(new CustomEvent(releaseSaidEvent, { detail }))
}
