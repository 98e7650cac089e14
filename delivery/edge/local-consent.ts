import { createHash } from 'node:crypto'

import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Cookie } from 'hono/utils/cookie'

import type { RolloutSource } from '../rollouts/rollout-source.ts'
import type { Ticket } from '../rollouts/ticket.ts'
import { consentWords, type ConsentLanguage } from './local-consent-words.ts'
import { ticketOf } from './override.ts'
import { documentHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'

interface Asked {
  ticket: Ticket
  nonce: string
  acceptLanguage: string | undefined
}

/**
 * The page that a ticket for a remote of this computer opens first. That remote's code is signed by
 * nobody, and whoever sends a link must not be able to run it in a page that is signed in.
 */
export async function askFirst({ ticket, nonce, acceptLanguage }: Asked) {
  const language = languageOf(acceptLanguage)
  const say = consentWords[language]
  const remotes = Object.entries(ticket.local).map(
    ([app, { origin }]) =>
      html`<li>
        <bdi dir="ltr"><strong>${app}</strong></bdi> · <bdi dir="ltr"><code>${origin}</code></bdi>
      </li>`,
  )
  const page = await html`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${say.title}</title>
        <style nonce="${nonce}">
          body {
            max-width: 32rem;
            margin: 0 auto;
            padding: 1.5rem 1rem;
            font:
              1rem/1.5 system-ui,
              sans-serif;
            overflow-wrap: anywhere;
          }
          h1 {
            font-size: 1.5rem;
            line-height: 1.25;
          }
          label,
          a {
            display: inline-block;
            padding-block: 0.625rem;
          }
          button {
            font: inherit;
            min-height: 2.75rem;
            padding-inline: 1rem;
            margin-inline-end: 1rem;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${say.title}</h1>
          <p>${say.what}</p>
          <ul>
            ${remotes}
          </ul>
          <p>${say.risk}</p>
          <form method="post">
            <p>
              <label><input type="checkbox" required /> ${say.own}</label>
            </p>
            <button>${say.run}</button>
            <a href="?ticket=">${say.without}</a>
          </form>
        </main>
      </body>
    </html>`
  return {
    headers: {
      ...documentHeaders,
      vary: `${documentHeaders.vary}, Accept-Language`,
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
    // One character for each byte, as documents are sent.
    body: Buffer.from(page.toString()).toString('latin1'),
  }
}

function languageOf(accepted = ''): ConsentLanguage {
  const wanted = accepted.split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return (
    (wanted.find((language) => Object.hasOwn(consentWords, language)) as ConsentLanguage) ?? 'en'
  )
}

/** Whether somebody at this browser has let the ticket's remotes in. */
export const hasConsent = (cookies: Cookie, ticket: string, isSecure: boolean): boolean =>
  cookies[consentCookie(ticket, isSecure)] !== undefined

/** One for each ticket; over TLS only this very host can set it. */
const consentCookie = (ticket: string, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}errand_local_${createHash('sha256').update(ticket).digest('hex').slice(0, 32)}`

/** Takes the answer of that page, and of no other: a form elsewhere can be sent without being seen. */
export function localConsent(
  source: RolloutSource,
  { allowsLocalRemotes }: Pick<Settings, 'allowsLocalRemotes'>,
) {
  return new Hono().post('*', async (c) => {
    const text = c.req.query('ticket') ?? ''
    const ticket = allowsLocalRemotes ? await ticketOf(text, source) : undefined
    if (ticket === undefined) return c.notFound()
    if (!isOwnForm(c.req.url, (name) => c.req.header(name))) return c.text('Forbidden', 403)
    const isSecure = c.req.url.startsWith('https:') || c.req.header('x-forwarded-proto') === 'https'
    const seconds = ticket.exp - Math.floor(Date.now() / 1000)
    const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
    c.header('set-cookie', `${consentCookie(text, isSecure)}=1; ${attributes}`)
    c.header('cache-control', 'no-store')
    // Relative to the page: no path that was asked for can lead to another site.
    return c.redirect(new URL(c.req.url).search, 303)
  })
}

/** Browsers say where a form was; those that do not yet, say which origin it came from. */
function isOwnForm(url: string, header: (name: string) => string | undefined): boolean {
  const site = header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return URL.parse(header('origin') ?? '')?.host === new URL(url).host
}
