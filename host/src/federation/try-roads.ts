import { attemptTimeoutMs, pieceTimeoutMs } from '@errand/contract/limits'

import { never, wait } from './wait.ts'

/**
 * Takes the first road that leads to a value. The next one is tried when a road has failed, or has
 * led nowhere for 15 s; that one may still arrive, and counts if it is the first. When all have
 * failed, or after 120 s, it is over.
 */
export function tryRoads<T>(roads: (() => Promise<T>)[]): Promise<T> {
  let isOver = false
  let turn: Promise<unknown> = Promise.resolve()
  const runs = roads.map((road) => {
    const run = turn.then(async () => {
      if (isOver) return never
      const value = await road()
      isOver = true
      return value
    })
    turn = Promise.race([run.catch(() => {}), turn.then(() => wait(attemptTimeoutMs))])
    return run
  })
  const end = wait(pieceTimeoutMs).then(() => {
    isOver = true
    throw new Error('Timed out')
  })
  return Promise.race([Promise.any(runs), end])
}
