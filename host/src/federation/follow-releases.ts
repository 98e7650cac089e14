import { type ReleaseSet, releaseSetSchema } from '@errand/contract/release'
import { followStream, openTabChannel, setFlags } from '@errand/shared-auth'

import { wait } from './load.tsx'
import type { ReleaseUpdates } from './release-updates.ts'
import { askEdge } from './release.ts'

const name = 'errand:releases'

/**
 * Keeps the page at what the edge would give this visitor, without a reload. One tab of a browser
 * listens to the edge and tells the others; when it closes, the next one does.
 */
export function followReleases(known: ReleaseSet, updates: ReleaseUpdates): void {
  const channel = openTabChannel(name)
  let latest = known
  let told = known.revision

  function take(json: unknown): void {
    // By schema: the tab that sent it may run another release of the host.
    const set = releaseSetSchema.parse(json)
    // An edge, or a tab, that is behind takes nothing back.
    if (set.revision <= latest.revision) return
    latest = set
    setFlags(latest.flags)
    void updates.take(latest)
  }

  const tell = () => channel.postMessage(latest)

  /** Asks until the answer is as new as what was told: the next edge may not have heard of it yet. */
  async function catchUp(): Promise<void> {
    for (let pause = 250; latest.revision < told; pause = Math.min(2 * pause, 30_000)) {
      // By chance, so that browsers do not come all at once.
      await wait(pause * Math.random())
      try {
        take(await (await askEdge('/release-set')).json())
      } catch {
        // No answer, or one that is no set of releases.
      }
    }
    tell()
  }

  /** Heartbeats have no revision. */
  function hear({ id }: { id?: string | undefined }): void {
    const revision = Number(id)
    if (!(revision > told)) return
    told = revision
    void catchUp()
  }
  const open = (signal: AbortSignal) => fetch('/release-set/events', { cache: 'no-store', signal })

  channel.addEventListener('message', ({ data }) => (data === null ? tell() : take(data)))
  // What changed before this tab could hear of it.
  channel.postMessage(null)
  followStream(name, { open, onMessage: hear })
}
