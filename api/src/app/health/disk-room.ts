import { statfs } from 'node:fs/promises'

import type { MiddlewareHandler } from 'hono'

import { Problem } from '../../platform/http/problem.ts'

/** Kept free, because on a full disk PostgreSQL opens no connections, and nothing could be read either. */
const reserveBytes = 64 * 2 ** 20
const checkEveryMs = 1_000

/** Whether the disk has room for writes. */
export type HasRoom = () => Promise<boolean>

/** Watches the disk that a folder is on. */
export function watchDisk(folder: string): HasRoom {
  let checkedAt = -Infinity
  let hasRoom = Promise.resolve(true)
  return () => {
    if (performance.now() - checkedAt < checkEveryMs) return hasRoom
    checkedAt = performance.now()
    hasRoom = statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize >= reserveBytes,
      // If it cannot be measured, writes are allowed; one that fails reports it.
      () => true,
    )
    return hasRoom
  }
}

/** Refuses writes while the disk is full; reads are still answered. */
export function refuseWithoutRoom(hasRoom: HasRoom | undefined): MiddlewareHandler {
  return async ({ req }, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (hasRoom !== undefined && !isRead && !(await hasRoom())) {
      throw new Problem('service_unavailable', { retryAfter: 60, cause: new Error('Disk full') })
    }
    await next()
  }
}
