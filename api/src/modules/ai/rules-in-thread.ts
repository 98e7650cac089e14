import { Problem } from '../../platform/http/problem.ts'
import { createThread } from '../../platform/threads/run-in-thread.ts'
import { AiRefused, AiUnavailable, builtIn, type AiProvider } from './ai-provider.ts'

/** The calls of a provider that the rules answer. */
export type RulesCall = 'draft' | 'summarise' | 'answer' | 'readField'

/** A call with what it was given. */
export interface RulesTask {
  call: RulesCall
  given: unknown[]
}

/** An error would lose its class on the way out of the thread. */
export type RulesResult = { result: unknown } | { refused: string }

const module = new URL('rules/run-rules.ts', import.meta.url)

/**
 * The rules in a worker thread: people may write much, and owners ask for thirty things, while others
 * wait for the event loop.
 */
export function rulesInThread(): AiProvider {
  const runInThread = createThread({
    timeoutMs: 20_000,
    heapMb: 256,
    maxWaiting: 500,
    // The words of all languages are read once.
    idleMs: Infinity,
  })
  // What a call of the rules answers is what the provider's own call does.
  const run = async <Answer>(call: RulesCall, given: unknown[], signal?: AbortSignal) => {
    const task: RulesTask = { call, given }
    const said = await runInThread<RulesResult>(module, task, signal && { signal }).catch(
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error
        throw new AiUnavailable(error.message, { cause: error })
      },
    )
    if ('refused' in said) throw new AiRefused(said.refused)
    return said.result as Answer
  }
  return {
    ...builtIn,
    draft: (kind, request, { signal }) => run('draft', [kind, request], signal),
    summarise: (request, { signal }) => run('summarise', [request], signal),
    answer: (request, { signal }) => run('answer', [request], signal),
    readField: (request) => run('readField', [request]),
  }
}
