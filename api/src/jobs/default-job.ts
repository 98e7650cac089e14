import type { Queries } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import * as repo from './jobs.repo.ts'

/**
 * Makes room for the job that shall answer everybody: there is one of an owner at most. The present
 * one is paused and returned if that is wanted; else whoever asks is told which one it is.
 */
export async function makeRoom(
  queries: Queries,
  { id, ownerId }: { id: string; ownerId: string },
  isReplaced: boolean,
): Promise<repo.PlainJobRow | undefined> {
  const present = await repo.findDefaultJob(queries, ownerId)
  if (present === undefined || present.id === id) return undefined
  if (isReplaced) return repo.pauseJob(queries, present.id, new Date())
  throw new Problem('conflict', {
    detail: `“${present.name}” answers every new chat already, and only one job can.`,
    meta: { activeDefault: present },
  })
}
