import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { pushWorkerPath } from '@errand/contract/push-worker'
import { Hono } from 'hono'

import { readBrowserScript } from '../browser-script.ts'

const workerHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  // Browsers look for a newer one by themselves; it stays the same until the edge is replaced.
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
}

const imageHeaders = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }

const readImage = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, name)))

/**
 * The service worker that shows push notifications, and its images: at fixed paths and of the edge
 * itself, because a browser has one worker whichever release its pages run.
 */
export function pushFiles() {
  const worker = readBrowserScript('push/push-worker.ts')
  const icon = readImage('icon.png')
  const badge = readImage('badge.png')
  return new Hono()
    .get(pushWorkerPath, (c) => c.body(worker, 200, workerHeaders))
    .get('/push-icon.png', (c) => c.body(icon, 200, imageHeaders))
    .get('/push-badge.png', (c) => c.body(badge, 200, imageHeaders))
}
