import { eq, sql } from 'drizzle-orm'

import type { Usage } from '../ai/ai-provider.ts'
import type { Queries } from '../database/database.ts'
import { assistantRuns } from '../database/schema.ts'

/** Writes down what a call of the model took, whatever came of it and whoever has the word by now. */
export async function spend(
  queries: Queries,
  runId: string,
  { usage, latencyMs }: { usage: Usage; latencyMs: number },
): Promise<void> {
  const { id, inputTokens, outputTokens, latencyMs: took } = assistantRuns
  await queries
    .update(assistantRuns)
    .set({
      inputTokens: sql`${inputTokens} + ${usage.inputTokens}`,
      outputTokens: sql`${outputTokens} + ${usage.outputTokens}`,
      latencyMs: sql`coalesce(${took}, 0) + ${latencyMs}`,
    })
    .where(eq(id, runId))
}
