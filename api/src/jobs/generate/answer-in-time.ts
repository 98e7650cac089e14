import { setTimeout as delay } from 'node:timers/promises'

import type { Context } from 'hono'

import type { DraftRequest } from '../../ai/ai-provider.ts'
import type { DraftKind } from '../../ai/drafts.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { toProblem, toProblemDocument } from '../../http/problem-document.ts'
import type { Services } from '../../services.ts'
import { finishGeneration, insertGeneration } from './generations.repo.ts'
import { makeDraft } from './make-draft.ts'

/** Clients wait for 30 seconds; this leaves time for the way back. */
const longestMs = 25_000
const pollAfterMs = 1000

export interface DraftCall {
  kind: DraftKind
  request: DraftRequest
  currency: string
}

/** Answers with the draft, or after a while with where it can be fetched once it is there. */
export async function answerInTime(
  c: Context<OwnerEnv>,
  { ai, database, closing, log, draftWaitMs = longestMs }: Services,
  call: DraftCall,
): Promise<Response> {
  const { ownerId, traceId } = c.var
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const { signal: gone } = c.req.raw
  gone.addEventListener('abort', stop)
  const drafting = makeDraft(ai, { ...call, signal: AbortSignal.any([stopping.signal, closing]) })
  const awake = new AbortController()
  const late = delay(draftWaitMs, 'late' as const, { signal: awake.signal }).catch(
    () => 'late' as const,
  )
  const first = await Promise.race([drafting, late]).finally(() => awake.abort())
  // From here on it is written for whoever asks for it later.
  gone.removeEventListener('abort', stop)
  if (first !== 'late') return c.json(first)

  const id = await insertGeneration(database.queries, ownerId).catch((error: unknown) => {
    // Nobody could fetch it.
    stop()
    throw error
  })
  const target = { id, ownerId }
  const finished = drafting.then(
    (result) => finishGeneration(database, { ...target, result }),
    (error: unknown) => {
      const document = { instance: `/api/jobs/generations/${id}`, traceId }
      const problem = toProblemDocument(toProblem(error), document)
      return finishGeneration(database, { ...target, problem })
    },
  )
  finished.catch((error: unknown) => log.error({ err: error, traceId }, 'A draft was not kept'))
  return c.json({ success: true, generationId: id, status: 'in_progress', pollAfterMs }, 202)
}
