import { type ReleaseSet, releaseSetSchema } from '@errand/contract/release'
import { followStream, openTabChannel, setFlags } from '@errand/shared-auth'

import { fetchFromEdge } from '../release/release.ts'
import { wait } from './load.tsx'
import type { ReleaseUpdates } from './release-updates.ts'

const channelName = 'errand:releases'

/**
 * Keeps the page up to date with what the edge would give this visitor, without a reload. One tab
 * of a browser listens to the edge and informs the others; when it closes, the next one takes over.
 */
export function followReleases(known: ReleaseSet, updates: ReleaseUpdates): void {
  const channel = openTabChannel(channelName)
  let latest = known
  let announcedRevision = known.revision

  function applyReleaseSet(json: unknown): void {
    // Parsed by schema, because the sending tab may run another release of the host.
    const set = releaseSetSchema.parse(json)
    // An older set, from an edge or tab that lags behind, is ignored.
    if (set.revision <= latest.revision) return
    latest = set
    setFlags(latest.flags)
    void updates.applyReleaseSet(latest)
  }

  const broadcast = () => channel.postMessage(latest)

  /**
   * Asks until the answer is as new as the announced revision: another edge may not have received
   * it yet.
   */
  async function catchUp(): Promise<void> {
    for (
      let pause = 250;
      latest.revision < announcedRevision;
      pause = Math.min(2 * pause, 30_000)
    ) {
      // A random pause, so that browsers do not all ask at once.
      await wait(pause * Math.random())
      try {
        applyReleaseSet(await (await fetchFromEdge('/release-set')).json())
      } catch {
        // No answer, or one that is no set of releases.
      }
    }
    broadcast()
  }

  /** Heartbeats have no revision. */
  function handleEvent({ id }: { id?: string | undefined }): void {
    const revision = Number(id)
    if (!(revision > announcedRevision)) return
    announcedRevision = revision
    void catchUp()
  }
  const open = (signal: AbortSignal) => fetch('/release-set/events', { cache: 'no-store', signal })

  channel.addEventListener('message', ({ data }) =>
    data === null ? broadcast() : applyReleaseSet(data),
  )
  // Asks the other tabs for changes from before this tab listened.
  channel.postMessage(null)
  followStream(channelName, { open, onMessage: handleEvent })
}
