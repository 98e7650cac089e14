import { heartbeatPath, type ReleaseSet } from '@errand/contract/release'

const beatMs = 60 * 60 * 1000

/** Says now and then, as long as the page is open, which releases it may run: their files are kept. */
export function keepReleases(set: ReleaseSet): void {
  setInterval(() => navigator.sendBeacon(heartbeatPath, JSON.stringify(set)), beatMs)
}
