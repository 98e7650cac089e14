import type { generationSchema } from '@errand/contract/job-generation'
import type { Context } from 'hono'
import type * as z from 'zod/mini'

import type { Queries } from '../../database/database.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { toProblemDocument } from '../../http/problem-document.ts'
import { Problem } from '../../http/problem.ts'
import { findGeneration } from './generations.repo.ts'

/** Longer than any draft may take: whoever wrote it is gone. */
const abandonedMs = 2 * 60 * 1000

/** How far a draft is that took longer than its request. */
export async function readGeneration(
  c: Context<OwnerEnv>,
  queries: Queries,
  id: string,
): Promise<z.output<typeof generationSchema>> {
  const row = await findGeneration(queries, c.var.ownerId, id)
  if (row === undefined) throw new Problem('not_found')
  const { result, problem, createdAt } = row
  const known = { success: true, generationId: id } as const
  if (result !== null) return { ...known, status: 'done', result }
  if (problem !== null) return { ...known, status: 'failed', problem }
  if (Date.now() - createdAt.getTime() < abandonedMs) return { ...known, status: 'in_progress' }
  const lost = new Problem('ai_unavailable', { detail: 'It was interrupted. Please try again.' })
  const where = { instance: c.req.path, traceId: c.var.traceId }
  return { ...known, status: 'failed', problem: toProblemDocument(lost, where) }
}
