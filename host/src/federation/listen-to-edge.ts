import { edgeHeartbeatMs } from '@errand/contract/limits'

/**
 * Calls back with the revision of each rollout document from now on. A connection can be lost
 * without a word, behind a proxy or after a sleep, and the browser gives up one that is refused:
 * a stream that misses two heartbeats is opened anew.
 */
export function listenToEdge(onChange: (revision: number) => void): void {
  const events = new EventSource('/release-set/events')
  let silence: ReturnType<typeof setTimeout> | undefined
  const hear = () => {
    clearTimeout(silence)
    silence = setTimeout(reopen, 2.5 * edgeHeartbeatMs)
  }
  const reopen = () => {
    events.close()
    listenToEdge(onChange)
  }
  hear()
  events.addEventListener('heartbeat', hear)
  events.addEventListener('message', ({ lastEventId }) => onChange(Number(lastEventId)))
}
