import { gzipSync } from 'node:zlib'

import { comparablePath } from '@errand/contract/paths'
import { Hono, type Context } from 'hono'
import { accepts } from 'hono/accepts'

import { logError } from '../platform/log.ts'
import { isSecure, readCookie } from '../platform/transport.ts'
import type { RolloutSource } from '../rollouts/evaluator.ts'
import { renderConsentPage, needsConsent } from './local-consent.ts'
import { chooseLocale } from './locale.ts'
import type { Releases } from './open-releases.ts'
import type { PageSource } from './pages.ts'
import { isPageOfRemote, findTarget, renderPage, renderScriptlessPage } from './render-page.ts'
import { createNonce, documentHeaders, policyOf } from './security-headers.ts'
import type { Settings } from './settings.ts'
import type { Signals } from './signals/signals.ts'
import { previewPage, readRequestTicket } from './tickets.ts'
import { clientNetwork, identifyVisitor, readAvoided, readKnownBrowser } from './visitor.ts'

interface DocumentParts {
  pages: PageSource
  source: RolloutSource
  releases: Pick<Releases, 'find'>
  settings: Pick<Settings, 'page' | 'development' | 'allowsLocalRemotes' | 'isTrustedProxy'>
  signals: Signals | undefined
}

/** Serves documents with the releases of each visitor, for every path that is nothing else. */
export function documents({ pages, source, releases, settings, signals }: DocumentParts) {
  const { page: config, development, allowsLocalRemotes, isTrustedProxy } = settings
  const { identity, checkoutUrl, facebookSdkUrl } = config
  const providers = { isEmulator: identity.emulator, checkoutUrl, facebookSdkUrl }

  async function answer(c: Context): Promise<Response> {
    const ticket = await readRequestTicket(c, source)
    if (ticket !== undefined && allowsLocalRemotes && needsConsent(c, ticket))
      return renderConsentPage(c, ticket)
    const { visitor, isNewVisitor, cookie } = identifyVisitor(c)
    const picked = await pages({ visitor, avoid: readAvoided(c), override: ticket?.apps ?? {} })
    const page =
      ticket === undefined
        ? picked
        : previewPage(picked, ticket, { find: releases.find, allowsLocalRemotes })
    const path = comparablePath(c.req.path)
    const isSignedIn = readCookie(c, 'errand_signed_in') !== undefined
    const place = findTarget(page, path)
    const isKnown = page.hostPaths.includes(path) || isPageOfRemote(place, isSignedIn)
    const nonce = createNonce()
    const { locale, cookie: localeCookie } = chooseLocale(c)
    // A preview is kept by the page's script.
    const scriptless =
      ticket === undefined
        ? renderScriptlessPage(page, { path, locale, origin: originOf(c) })
        : undefined
    // Where no script runs, none can say that the release fails.
    const signal =
      ticket === undefined && scriptless === undefined && isOpenedByPerson(c)
        ? signals?.give({
            visitor,
            network: clientNetwork(c, isTrustedProxy),
            knownBrowser: readKnownBrowser(c),
            isNewVisitor,
            isPinned: source.evaluator()?.isPinned(visitor) === true,
            releases: page.armReleases,
            // Elsewhere the login, or the host's words that there is no such page, are shown.
            remote: isSignedIn && isKnown ? place.remote?.app : undefined,
          })
        : undefined
    const html =
      scriptless ?? renderPage(page, { place, isSignedIn, config, locale, nonce, signal })
    const isGzip = takesEncoding(c, 'gzip')
    // Plain headers: the server sends them without creating streams and copies.
    const headers = {
      ...documentHeaders,
      // Meta's window answers the page that opened it.
      ...(facebookSdkUrl !== undefined && {
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      }),
      'set-cookie': cookie,
      // Development servers push code over sockets from other ports.
      ...(development === undefined && {
        'content-security-policy': policyOf(page, nonce, providers),
      }),
      ...(isGzip && { 'content-encoding': 'gzip' }),
    }
    // Hashes hardly compress: the best level takes 50 % longer for three percent.
    const body = isGzip ? gzipSync(html, { level: 1 }) : html
    const response = new Response(body, { status: isKnown ? 200 : 404, headers })
    if (localeCookie !== undefined) response.headers.append('set-cookie', localeCookie)
    return response
  }

  return new Hono().get('*', async (c) => {
    const noStore = { 'cache-control': 'no-store' }
    if (!wantsDocument(c)) return c.text('Not found', 404, noStore)
    try {
      return await answer(c)
    } catch (error) {
      logError('document failed', error, { path: c.req.path })
      const policy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
      return c.html(unavailable, 503, {
        ...noStore,
        'content-security-policy': policy,
        'retry-after': '2',
      })
    }
  })
}

/** Whether a browser shows the document; not if it is fetched ahead, or asked for by a program. */
const isOpenedByPerson = ({ req }: Context): boolean =>
  req.method === 'GET' &&
  (req.header('accept') ?? '').includes('text/html') &&
  !`${req.header('sec-purpose')} ${req.header('purpose')}`.includes('prefetch')

const originOf = (c: Context): string =>
  `${isSecure(c) ? 'https' : 'http'}://${new URL(c.req.url).host}`

/** Whether the client accepts an encoding; its weight does not matter. */
export const takesEncoding = (c: Context, encoding: string): boolean =>
  accepts(c, { header: 'Accept-Encoding', supports: [encoding], default: '' }) === encoding

/** A missing script or image must stay missing: HTML in its place would hide the mistake. */
function wantsDocument({ req }: Context): boolean {
  const destination = req.header('sec-fetch-dest')
  if (destination !== undefined) return destination === 'document' || destination === 'iframe'
  const accept = req.header('accept') ?? '*/*'
  // A client that accepts anything, such as a health check or curl, gets the page unless the path
  // names a file.
  const isFile = /\.\w+$/.test(req.path)
  return accept.includes('text/html') || (accept.includes('*/*') && !isFile)
}

const unavailable = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Oops! Something went wrong</title>
<h1>Oops! Something went wrong</h1>
<p>We encountered an unexpected error. Please try refreshing the page.</p>
<p><a href="">Refresh Page</a></p>
</html>`
