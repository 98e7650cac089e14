import type { Evaluator } from './evaluator.ts'

/** Where an edge learns who runs what. */
export interface RolloutSource {
  /** By the last document; nothing before the first one. */
  evaluator: () => Evaluator | undefined
  /** Calls `listener` with each next evaluator; answers how to stop that. */
  subscribe: (listener: (evaluator: Evaluator) => void) => () => void
}

/**
 * A source that is told of each document. One of the same revision changes nothing; an older one is
 * taken too: then the registry went back, and what it says is true.
 */
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
      if (evaluator.document.metadata.revision === current?.document.metadata.revision) return false
      current = evaluator
      for (const listener of listeners) listener(evaluator)
      return true
    },
  }
}
