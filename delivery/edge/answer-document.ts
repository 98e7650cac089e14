import { randomUUID } from 'node:crypto'

import { parse, type Cookie } from 'hono/utils/cookie'

import type { Releases } from '../releases/open-releases.ts'
import type { RolloutSource } from '../rollouts/rollout-source.ts'
import type { Ticket } from '../rollouts/ticket.ts'
import { acceptedEncodings } from './accepted-encodings.ts'
import type { BootScript } from './boot-script.ts'
import { logError } from './log.ts'
import { askFirst, hasConsent } from './local-consent.ts'
import { ticketOf } from './override.ts'
import type { PageSource } from './page-source.ts'
import { previewPage } from './preview-page.ts'
import { placeAt, renderPage } from './render-page.ts'
import { createPolicy, documentHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'
import { avoidedIn, welcomeVisitor } from './visitor.ts'

interface DocumentParts {
  pages: PageSource
  source: RolloutSource
  releases: Pick<Releases, 'find'>
  boot: BootScript
  settings: Pick<Settings, 'page' | 'development' | 'allowsLocalRemotes'>
}

/** What of a request its document depends on. */
interface DocumentRequest {
  /** Decoded, and without a query. */
  path: string
  ticket?: string | undefined
  /** Whether the browser itself is connected by TLS. */
  isSecure: boolean
  /** A header by its name in small letters. */
  header: (name: string) => string | undefined
}

/** The answer, whatever kind of server sends it. */
export interface DocumentAnswer {
  status: number
  headers: Record<string, string>
  /** One character for each byte. */
  body: string
}

/** Answers the request for a document; it never rejects. */
export type AnswerDocument = (request: DocumentRequest) => Promise<DocumentAnswer>

/** Documents with the releases of each visitor; every path that is nothing else is one. */
export function createDocuments({
  pages,
  source,
  releases,
  boot,
  settings,
}: DocumentParts): AnswerDocument {
  const { page: config, development, allowsLocalRemotes } = settings
  const { identity, checkoutUrl } = config
  const policyOf = createPolicy({ isEmulator: identity.emulator, checkoutUrl })

  async function answer(request: DocumentRequest): Promise<DocumentAnswer> {
    const { header } = request
    const cookies = parse(header('cookie') ?? '')
    const { visitor, cookie } = welcomeVisitor(cookies, isSecure(request))
    const ticket = request.ticket === undefined ? undefined : await ticketOf(request.ticket, source)
    const nonce = randomUUID()
    if (ticket !== undefined && mustAsk(ticket, request, cookies)) {
      const acceptLanguage = header('accept-language')
      return { status: 200, ...(await askFirst({ ticket, nonce, acceptLanguage })) }
    }
    const picked = await pages({
      visitor,
      avoid: avoidedIn(cookies),
      override: ticket?.apps ?? {},
    })
    const page =
      ticket === undefined
        ? picked
        : previewPage(picked, ticket, { find: releases.find, allowsLocalRemotes })
    // As the router compares: whatever the case, with or without a slash at the end.
    const path = request.path.toLowerCase().replace(/(.)\/$/, '$1')
    const isSignedIn = cookies['errand_signed_in'] !== undefined
    const place = placeAt(page, path)
    const isKnown = place.remote !== undefined || page.hostPaths.includes(path)
    const template = renderPage(page, { path, place, isSignedIn, config, boot })
    const isGzip = acceptedEncodings(header('accept-encoding')).includes('gzip')
    const headers: Record<string, string> = { ...documentHeaders, 'set-cookie': cookie }
    if (isGzip) headers['content-encoding'] = 'gzip'
    // Development servers push code over sockets from other ports.
    if (development === undefined) headers['content-security-policy'] = policyOf(page, nonce)
    const body = isGzip ? template.gzip(nonce) : template.plain(nonce)
    // Else Node sends it in chunks, which takes it a third longer.
    headers['content-length'] = String(body.length)
    return { status: isKnown ? 200 : 404, headers, body }
  }

  /** Whether the ticket brings code that nobody signed, and nobody here has let it in. */
  function mustAsk({ local }: Ticket, request: DocumentRequest, cookies: Cookie): boolean {
    const isLocal = allowsLocalRemotes && Object.keys(local).length > 0
    return isLocal && !hasConsent(cookies, request.ticket ?? '', isSecure(request))
  }

  return async (request) => {
    if (!wantsDocument(request)) return notFound
    try {
      return await answer(request)
    } catch (error) {
      logError('document failed', error, { path: request.path })
      return unavailable
    }
  }
}

const isSecure = (request: DocumentRequest): boolean =>
  request.isSecure || request.header('x-forwarded-proto') === 'https'

/** A script or picture that is missing must stay missing: HTML in its place hides the mistake. */
function wantsDocument({ header, path }: DocumentRequest): boolean {
  const destination = header('sec-fetch-dest')
  if (destination !== undefined) return destination === 'document' || destination === 'iframe'
  const accept = header('accept') ?? '*/*'
  // Whoever takes anything, a health check or curl, gets the page unless the path names a file.
  const isFile = /\.\w+$/.test(path)
  return accept.includes('text/html') || (accept.includes('*/*') && !isFile)
}

const notFound: DocumentAnswer = {
  status: 404,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'Not found',
}

const unavailable: DocumentAnswer = {
  status: 503,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
  },
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Oops! Something went wrong</title>
<h1>Oops! Something went wrong</h1>
<p>We encountered an unexpected error. Please try refreshing the page.</p>
<button type="button" onclick="location.reload()">Refresh Page</button>
</html>`,
}
