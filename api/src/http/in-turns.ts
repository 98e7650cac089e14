import { setImmediate } from 'node:timers/promises'

/** For so long what writes a file keeps the event loop to itself. */
const maxBusyMs = 10

/** The same items; other requests get their turn between two of them. */
export async function* inTurns<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  let since = performance.now()
  for await (const item of items) {
    if (performance.now() - since > maxBusyMs) {
      await setImmediate()
      since = performance.now()
    }
    yield item
  }
}
