import { attemptTimeoutMs, pieceTimeoutMs } from '@errand/contract/limits'

/**
 * Takes the first road that leads to a value. The next one is tried when a road has failed, or has
 * led nowhere for 15 s; that one may still arrive, and counts if it is the first. When all have
 * failed, or after 120 s, it is over.
 */
export function tryRoads<T>(roads: (() => Promise<T>)[]): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timers = [setTimeout(() => reject(new Error('No answer in time')), pieceTimeoutMs)]
  let isOver = false
  let failed = 0
  let started = 0

  const startNext = (after: number): void => {
    const road = roads[after]
    if (isOver || started > after || road === undefined) return
    started = after + 1
    timers.push(setTimeout(() => startNext(started), attemptTimeoutMs))
    road().then(resolve, (error: unknown) => {
      failed += 1
      if (failed === roads.length) reject(error)
      startNext(after + 1)
    })
  }
  startNext(0)
  return promise.finally(() => {
    isOver = true
    for (const timer of timers) clearTimeout(timer)
  })
}
