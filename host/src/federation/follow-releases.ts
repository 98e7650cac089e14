import { releaseEventSchema, releaseSetSchema, type ReleaseSet } from '@errand/contract/release'
import { setFlags } from '@errand/shared-auth'

import type { ReleaseUpdates } from './release-updates.ts'

const name = 'errand:releases'
const reopenAfterMs = 30_000

/**
 * Keeps the page at what the edge would give this visitor, without a reload. One tab of a browser
 * listens to the edge and tells the others; when it closes, the next one does.
 */
export function followReleases(known: ReleaseSet, updates: ReleaseUpdates): void {
  const channel = new BroadcastChannel(name)
  let latest = known

  function take(json: unknown): void {
    // By schema: the tab that sent it may run another release of the host.
    latest = releaseSetSchema.parse(json)
    setFlags(latest.flags)
    void updates.take(latest)
  }

  async function lead(): Promise<never> {
    const tellOthers = () => channel.postMessage(latest)
    channel.addEventListener('message', ({ data }) => data === null && tellOthers())
    listen(async (etag) => {
      if (etag === `"${latest.revision}"`) return
      const answer = await fetch('/release-set', { cache: 'no-store' })
      take(await answer.json())
      tellOthers()
    })
    return new Promise(() => {})
  }

  channel.addEventListener('message', ({ data }) => data !== null && take(data))
  // What changed before this tab could hear of it.
  channel.postMessage(null)
  void navigator.locks.request(name, lead)
}

/** Calls back with the tag of each rollout document from now on. */
function listen(onChange: (etag: string | undefined) => Promise<void>): void {
  const events = new EventSource('/ofrep/v1/events')
  events.addEventListener('message', ({ data }) => {
    const { etag } = releaseEventSchema.parse(JSON.parse(data as string))
    // An edge that cannot be reached tells of the change again when it can.
    onChange(etag).catch(() => {})
  })
  events.addEventListener('error', () => {
    // A lost connection is made again by the browser itself, a refused one is not.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, reopenAfterMs, onChange)
  })
}
