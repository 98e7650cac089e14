import { logInfo } from '../../platform/log.ts'
import { maxExposures, type Exposure } from '../../rollouts/exposure.ts'

const maxWaiting = 50_000

/** Exposures that the registry has not received yet; while it is away the latest are kept. */
export function createExposureQueue() {
  let waiting: Exposure[] = []
  // On its way to the registry, and sent again until the registry has it.
  let part: Exposure[] = []
  let lost = 0

  return {
    /** Adds what is known of an exposure. */
    add(exposure: Exposure): void {
      waiting.push(exposure)
      if (waiting.length <= maxWaiting) return
      // Many at a time: to remove one from the beginning moves all others.
      waiting = waiting.slice(maxExposures)
      lost += maxExposures
    },
    size: () => part.length + waiting.length,
    /** The next part for the registry, the oldest first, with each exposure once. */
    nextPart(): Exposure[] {
      if (part.length > 0) return part
      const exposures = new Map<string, Exposure>()
      let end = 0
      for (const exposure of waiting) {
        const key = `${exposure.id} ${exposure.app}`
        // A verdict includes what was reported before it; a failure after `ready` comes in another part.
        const isLater = exposures.get(key)?.verdict !== undefined
        if (exposures.size === maxExposures || isLater) break
        exposures.set(key, exposure)
        end += 1
      }
      waiting = waiting.slice(end)
      part = [...exposures.values()]
      return part
    },
    /** Removes the part that was taken last: the registry has it. */
    removePart(): void {
      part = []
      if (lost > 0) logInfo(`${lost} page reports were lost while the registry was away`)
      lost = 0
    },
  }
}
