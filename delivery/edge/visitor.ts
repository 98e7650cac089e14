import { randomBytes } from 'node:crypto'

import { avoidCookieName, maxAvoided } from '@errand/contract/release'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Cookie } from 'hono/utils/cookie'

const cookieName = 'errand_visitor'
const oneYearSeconds = 365 * 24 * 60 * 60
const cookieAttributes = `Max-Age=${oneYearSeconds}; Path=/; HttpOnly; SameSite=Lax`
// Never a dash first: on a command line that would be an option.
const idPattern = /^\w[\w-]{21}$/

/** The visitor's id, or '' for somebody who has none yet. Signing in or out does not change it. */
export const visitorOf = (c: Context): string => visitorIn(getCookie(c))

function visitorIn(cookies: Cookie): string {
  const id = cookies[cookieName] ?? ''
  return idPattern.test(id) ? id : ''
}

/** The visitor's id, and the cookie that keeps it; whoever has none gets one. */
export function welcomeVisitor(
  cookies: Cookie,
  isSecure: boolean,
): { visitor: string; cookie: string } {
  const known = visitorIn(cookies)
  const visitor = known === '' ? newVisitor() : known
  // Written anew with each document, so that it does not end while somebody keeps coming.
  const attributes = isSecure ? `${cookieAttributes}; Secure` : cookieAttributes
  return { visitor, cookie: `${cookieName}=${visitor}; ${attributes}` }
}

/** 126 random bits. */
const newVisitor = (): string => `v${randomBytes(16).toString('base64url').slice(0, 21)}`

const avoidPattern = /^[a-z][a-z0-9-]*@[\w.+-]+$/
const nothing: ReadonlySet<string> = new Set()

/** The releases that did not work in this browser, as `app@version`. */
export const avoidedBy = (c: Context): ReadonlySet<string> => avoidedIn(getCookie(c))

/** The same, of cookies that were read already. */
export function avoidedIn(cookies: Cookie): ReadonlySet<string> {
  const list = cookies[avoidCookieName]
  if (list === undefined) return nothing
  const names = list.split('~')
  return new Set(names.filter((name) => avoidPattern.test(name)).slice(-maxAvoided))
}
