import { AiRefused, type AiProvider } from '../ai-provider.ts'
import type { RulesCall, RulesResult, RulesTask } from '../rules-in-thread.ts'
import { rulesProvider } from './rules-provider.ts'

/** Runs in a worker thread, for `rules-in-thread.ts`. */
export async function run({ call, given }: RulesTask): Promise<RulesResult> {
  const answer = rulesProvider[call] as (...given: unknown[]) => ReturnType<AiProvider[RulesCall]>
  try {
    return { result: await answer(...given) }
  } catch (error) {
    if (error instanceof AiRefused) return { refused: error.message }
    throw error
  }
}
