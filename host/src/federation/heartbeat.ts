import { heartbeatPath, type ReleaseSet } from '@errand/contract/release'

import { releaseName, releaseNames } from './release.ts'

const beatMs = 60 * 60 * 1000

/** Says now and then, as long as the page is open, which releases it runs: their files are kept. */
export function keepReleases({ host, remotes }: Pick<ReleaseSet, 'host' | 'remotes'>): void {
  const names = [releaseName({ app: 'host' }, host), ...remotes.flatMap(releaseNames)]
  setInterval(() => navigator.sendBeacon(heartbeatPath, JSON.stringify(names)), beatMs)
}
