import { randomUUID } from 'node:crypto'

import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'

import type { RolloutSource } from '../rollouts/rollout-source.ts'
import type { BootScript } from './boot-script.ts'
import { logError } from './log.ts'
import { readOverride, type Override } from './override.ts'
import type { Page, PageSource } from './page-source.ts'
import { remoteAt, renderPage } from './render-page.ts'
import { createPolicy, documentHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'
import { avoidedBy, welcomeVisitor } from './visitor.ts'

interface DocumentParts {
  pages: PageSource
  source: RolloutSource
  boot: BootScript
  settings: Pick<Settings, 'page' | 'development'>
}

/** Every path that is nothing else is a page of the application. */
export function documents({ pages, source, boot, settings }: DocumentParts) {
  const { page: config, development } = settings
  const policyOf = createPolicy(config.identity.emulator)
  const app = new Hono().get('*', async (c) => {
    if (!wantsDocument(c.req.raw)) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    const { visitor, cookie } = welcomeVisitor(c)
    const { versions, shown } = await readOverride(c, source)
    const picked = await pages({ visitor, avoid: avoidedBy(c), override: versions })
    const page = shown === undefined ? picked : withOverride(picked, shown)
    const nonce = randomUUID()
    // As the router compares: whatever the case, with or without a slash at the end.
    const path = c.req.path.toLowerCase().replace(/(.)\/$/, '$1')
    const isSignedIn = getCookie(c, 'errand_signed_in') !== undefined
    const isKnown = page.hostPaths.includes(path) || remoteAt(page.set.remotes, path) !== undefined
    const html = renderPage(page, { path, isSignedIn, nonce, config, boot })
    // Plain headers: the server sends those without making streams and copies of them.
    const headers: Record<string, string> = { ...documentHeaders, 'set-cookie': cookie }
    // Development servers push code over sockets from other ports.
    if (development === undefined) headers['content-security-policy'] = policyOf(page, nonce)
    return new Response(html, { status: isKnown ? 200 : 404, headers })
  })
  app.onError((error, c) => {
    logError('document failed', error, { path: c.req.path })
    return c.html(unavailable, 503, { 'cache-control': 'no-store', 'retry-after': '2' })
  })
  return app
}

const withOverride = (page: Page, override: NonNullable<Override['shown']>): Page => ({
  ...page,
  set: { ...page.set, override },
})

const unavailable = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not available</title>
<h1>This page is not available right now</h1>
<p>Please try again in a moment.</p>
</html>`

/** A script or picture that is missing must stay missing: HTML in its place hides the mistake. */
function wantsDocument({ headers, url }: Request): boolean {
  const destination = headers.get('sec-fetch-dest')
  if (destination !== null) return destination === 'document' || destination === 'iframe'
  const accept = headers.get('accept') ?? '*/*'
  // Whoever takes anything, a health check or curl, gets the page unless the path names a file.
  const isFile = /\.\w+$/.test(new URL(url).pathname)
  return accept.includes('text/html') || (accept.includes('*/*') && !isFile)
}
