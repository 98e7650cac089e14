import type { Evaluator } from './evaluator.ts'

/** Where an edge learns who runs what. */
export interface RolloutSource {
  /** By the newest document; nothing before the first one. */
  evaluator: () => Evaluator | undefined
  /** Calls `listener` with each newer evaluator; answers how to stop that. */
  subscribe: (listener: (evaluator: Evaluator) => void) => () => void
}

/** A source that is told of each document; older and equal revisions are not taken. */
export function createRolloutSource(): RolloutSource & { set: (evaluator: Evaluator) => boolean } {
  let current: Evaluator | undefined
  const listeners = new Set<(evaluator: Evaluator) => void>()
  return {
    evaluator: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(evaluator) {
      const isNewer =
        current === undefined ||
        evaluator.document.metadata.revision > current.document.metadata.revision
      if (!isNewer) return false
      current = evaluator
      for (const listener of listeners) listener(evaluator)
      return true
    },
  }
}
