/** What a page needs of a `BroadcastChannel`. */
type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>

const noChannel: TabChannel = { postMessage() {}, addEventListener() {}, close() {} }

/**
 * A channel to the other tabs; does nothing where the browser refuses one because site data is
 * blocked.
 */
export function openTabChannel(name: string): TabChannel {
  try {
    return new BroadcastChannel(name)
  } catch {
    return noChannel
  }
}

/**
 * Lets one tab of the browser at a time do the work. Every tab does it where locks are missing
 * (without a secure origin) or refused (with blocked site data).
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
    // The wait was aborted, or the work itself failed.
    if (hasRun || signal.aborted) return
    await run()
  }
}

// The identity SDK polls every 800 ms for a change made by another tab; a person who signs out on a
// shared computer should not have to wait for that.
const sessionChannel = 'errand-session'
const sharedEnds = ['left', 'ended'] as const
type SharedEnd = (typeof sharedEnds)[number]

/** Tells the other tabs that the user has signed out, or was signed out elsewhere. */
export function announceEnd(reason: SharedEnd): void {
  const channel = openTabChannel(sessionChannel)
  channel.postMessage(reason)
  channel.close()
}

/** Calls back when the session has ended in another tab. */
export function onEndInOtherTab(listener: (reason: SharedEnd) => void): void {
  openTabChannel(sessionChannel).addEventListener('message', ({ data }) => {
    const reason = sharedEnds.find((end) => end === data)
    if (reason !== undefined) listener(reason)
  })
}
