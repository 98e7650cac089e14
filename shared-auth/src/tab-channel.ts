// The identity SDK looks every 800 ms for a change made by another tab; a person who signs out
// on a shared computer should not have to wait for that.
const name = 'errand-session'
const left = 'left'

/** Tells the other tabs that the user has left. */
export function announceLeft(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(left)
  channel.close()
}

/** Calls back when the user has left in another tab. */
export function onLeftInOtherTab(listener: () => void): void {
  new BroadcastChannel(name).addEventListener('message', ({ data }) => {
    if (data === left) listener()
  })
}
