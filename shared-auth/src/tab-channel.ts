/** What a page needs of a `BroadcastChannel`. */
type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

const noChannel: TabChannel = { postMessage() {}, addEventListener() {}, close() {} }

/** A channel to the other tabs of this browser; to nobody where site data is blocked and it refuses one. */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name)
  } catch {
    return noChannel
  }
}

/**
 * Has one tab of this browser at a time do the work; each does it where the browser has no locks, as
 * without a secure origin, or refuses them, as where site data is blocked.
 */
export async function inOneTab(
  name: string,
  work: () => Promise<void>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  let hasRun = false
  const run = () => {
    hasRun = true
    return work()
  }
  try {
    const { locks } = navigator as Partial<Navigator>
    await (locks === undefined ? run() : locks.request(name, { signal }, run))
  } catch {
    // Given up while it waited for its turn, or ended by what it did.
    if (hasRun || signal.aborted) return
    await run()
  }
}

// The identity SDK looks every 800 ms for a change made by another tab; a person who signs out
// on a shared computer should not have to wait for that.
const sessionChannel = 'errand-session'
const leftMessage = 'left'

/** Tells the other tabs that the user has left. */
export function announceLeft(): void {
  const channel = openTabChannel(sessionChannel)
  channel.postMessage(leftMessage)
  channel.close()
}

/** Calls back when the user has left in another tab. */
export function onLeftInOtherTab(listener: () => void): void {
  openTabChannel(sessionChannel).addEventListener('message', ({ data }) => {
    if (data === leftMessage) listener()
  })
}
