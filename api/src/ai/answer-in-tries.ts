import { AiTimedOut, type AiProvider, type Usage } from './ai-provider.ts'
import type { Turn, TurnRequest } from './turn.ts'

const mostTries = 2

interface Patience {
  /** Aborted when nobody waits any more. */
  signal: AbortSignal
  /** How long all tries together may take; each has its share of it. */
  withinMs: number
}

/** Has a provider answer somebody who waits: one that hangs is asked once more. */
export async function answerInTries(
  ai: AiProvider,
  request: TurnRequest,
  { signal, withinMs }: Patience,
): Promise<{ turn: Turn; usage: Usage }> {
  for (let tries = 1; ; tries += 1) {
    const share = AbortSignal.timeout(withinMs / mostTries)
    try {
      return await ai.answer(request, { signal: AbortSignal.any([signal, share]) })
    } catch (error) {
      const isLate = error instanceof AiTimedOut && !signal.aborted
      if (!isLate || tries === mostTries) throw error
    }
  }
}
