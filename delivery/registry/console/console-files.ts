import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { getMimeType } from 'hono/utils/mime'

/** Where the build of the console is. */
export const consoleDist = join(import.meta.dirname, '../../console/dist')

const oneYearSeconds = 31_536_000
/** The bundler's names of files that never change. */
const hashedName = /\.[\da-f]{8,}\.\w+$/

/** `/console`: the built pages of the console, with the page itself at every address of one. */
export function consoleFiles(directory: string): Hono {
  return new Hono()
    .use(compress(), async (c, next) => {
      await next()
      c.header('referrer-policy', 'no-referrer')
      c.header('cross-origin-opener-policy', 'same-origin')
    })
    .get('/*', async (c) => {
      const name = c.req.path.replace(/^\/console\/?/, '')
      // Only what the folder lists is read, so that no address leads out of it.
      const names = await listFiles(directory)
      if (!names.has('index.html'))
        return c.text('The console is not built: "npm run build" does it.', 404, noStore)
      if (names.has(name) && name !== 'index.html') return readAsset(directory, name)
      if (name.startsWith('static/')) return c.text('The console has no such file.', 404, noStore)
      return c.body(await readFile(join(directory, 'index.html'), 'utf8'), 200, pageHeaders)
    })
}

const noStore = { 'cache-control': 'no-store' }

/** The files of the build, which may have been made after the registry started. */
async function listFiles(directory: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.flatMap((entry) =>
    entry.isFile() ? [relative(directory, join(entry.parentPath, entry.name))] : [],
  )
  return new Set(paths.map((path) => path.split(sep).join('/')))
}

async function readAsset(directory: string, name: string): Promise<Response> {
  const headers = {
    'content-type': getMimeType(name) ?? 'application/octet-stream',
    'cache-control': hashedName.test(name)
      ? `public, max-age=${oneYearSeconds}, immutable`
      : 'no-cache',
    // Opened directly, a file runs no code.
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  }
  return new Response(Uint8Array.from(await readFile(join(directory, name))), { headers })
}

/** Own files only, and no calls but to the registry: the page has a token that changes rollouts. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  ...noStore,
}
