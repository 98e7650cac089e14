import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import { Hono } from 'hono'

import { Problem } from '../../http/problem.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Only these files are served. */
const assets = new Set([
  'page.css',
  'inbox.js',
  'checkout-window.js',
  'phone.css',
  'phone.js',
  'phone-screen.js',
  'phone-server.js',
  'phone-store.js',
  'phone-view.js',
])

/** Where a file of the pages lies. */
export const assetPath = (name: string): string => join(import.meta.dirname, 'assets', name)

/** /simulator/assets: the pages' styles and scripts, as they lie beside this file. */
export function assetsRoutes() {
  return new Hono().get('/:name', async (c) => {
    const name = c.req.param('name')
    if (!assets.has(name)) throw new Problem('not_found')
    return c.body(await readFile(assetPath(name)), 200, {
      'content-type': types[extname(name)] ?? '',
    })
  })
}
