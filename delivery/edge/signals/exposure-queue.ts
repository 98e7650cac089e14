import { maxExposures, type Exposure } from '../../rollouts/exposure.ts'
import { logInfo } from '../log.ts'

const maxWaiting = 50_000

/** What the registry has yet to be told; while it is away the latest are kept. */
export function createExposureQueue() {
  let exposures: Exposure[] = []
  // How many at their beginning are gone, how many were before them, and where the last part ended.
  let [gone, before, partEnd] = [0, 0, 0]
  let lost = 0

  /** Lets go of those that are gone: kept for long they would cost the collector dearly. */
  function removeGone(): void {
    exposures = exposures.slice(gone)
    before += gone
    gone = 0
  }

  return {
    /** Adds what is known of an exposure. */
    add(exposure: Exposure): void {
      exposures.push(exposure)
      if (exposures.length - gone > maxWaiting) {
        gone += 1
        lost += 1
      }
      if (gone === maxWaiting) removeGone()
    },
    size: () => exposures.length - gone,
    /** The next part for the registry, the oldest first, with each exposure once. */
    nextPart(): Exposure[] {
      const part = new Map<string, Exposure>()
      let end = gone
      for (; end < exposures.length; end += 1) {
        const exposure = exposures[end] as Exposure
        const key = `${exposure.id} ${exposure.app}`
        // A verdict includes what was reported before it; a failure after `ready` comes in another part.
        const isLater = part.get(key)?.verdict !== undefined
        if (part.size === maxExposures || isLater) break
        part.set(key, exposure)
      }
      partEnd = before + end
      return [...part.values()]
    },
    /** Removes the part that was taken last: the registry has it. */
    removePart(): void {
      gone = Math.max(gone, partEnd - before)
      removeGone()
      if (lost > 0) logInfo(`${lost} page reports were lost while the registry was away`)
      lost = 0
    },
  }
}
