import { isApiError } from '@errand/shared-auth'
import * as z from 'zod/mini'

const rivalSchema = z.object({ id: z.string(), name: z.string() })

/** The job that answers everybody already, where a change was refused because of it. */
export interface Rival {
  id: string
  name: string
}

export function rivalOf(error: unknown): Rival | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined
  const present = error.problem?.meta?.['activeDefault']
  return rivalSchema.safeParse(present).data
}
