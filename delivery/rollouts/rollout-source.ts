import type { PublicKeys } from '../signing/signatures.ts'
import type { Evaluator } from './evaluator.ts'

/** Where an edge learns who runs what. */
export interface RolloutSource {
  /** By the last document; nothing before the first one. */
  evaluator: () => Evaluator | undefined
  /** Calls `listener` with each next evaluator; answers how to stop that. */
  subscribe: (listener: (evaluator: Evaluator) => void) => () => void
}

/**
 * A source that is told of each document. The same once more changes nothing; one of an older
 * revision, or another one of the same, is taken: the registry went back, and what it says is true.
 */
export function createRolloutSource(): RolloutSource & { set: (evaluator: Evaluator) => boolean } {
  let current: Evaluator | undefined
  let content = ''
  const listeners = new Set<(evaluator: Evaluator) => void>()
  return {
    evaluator: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(evaluator) {
      const given = JSON.stringify(evaluator.document)
      if (given === content) return false
      content = given
      current = evaluator
      for (const listener of listeners) listener(evaluator)
      return true
    },
  }
}

/** The keys whose releases of an app this edge serves. */
export const trustedKeys =
  (source: RolloutSource) =>
  (app: string): PublicKeys =>
    source.evaluator()?.document.publicKeys?.[app] ?? {}
