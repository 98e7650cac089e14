import type { RemoteRelease } from '@errand/contract/release'

/** What is needed to load a release; every remote of the set has one, and perhaps earlier ones. */
export type Release = RemoteRelease['fallbacks'][number]

/** A release's name for people, cookies and counters: `remote-jobs@1.4.0`. */
export const releaseName = ({ app }: { app: string }, { version }: { version: string }): string =>
  `${app}@${version}`

/** The releases of a remote that this page may run, best first. */
export const releasesOf = (remote: RemoteRelease): Release[] => [remote, ...remote.fallbacks]

/** Their names. */
export const releaseNames = (remote: RemoteRelease): string[] =>
  releasesOf(remote).map((release) => releaseName(remote, release))
