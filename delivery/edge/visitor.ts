import { randomBytes } from 'node:crypto'

import { avoidCookieName } from '@errand/contract/release'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

const cookieName = 'errand_visitor'
const oneYearSeconds = 365 * 24 * 60 * 60
const cookieAttributes = `Max-Age=${oneYearSeconds}; Path=/; HttpOnly; SameSite=Lax`
const idPattern = /^[\w-]{22}$/

/** The visitor's id, or '' for somebody who has none yet. Signing in or out does not change it. */
export function visitorOf(c: Context): string {
  const id = getCookie(c, cookieName) ?? ''
  return idPattern.test(id) ? id : ''
}

/** The visitor's id, and the cookie that keeps it; whoever has none gets one. */
export function welcomeVisitor(c: Context): { visitor: string; cookie: string } {
  const known = visitorOf(c)
  const visitor = known === '' ? randomBytes(16).toString('base64url') : known
  // Written anew with each document, so that it does not end while somebody keeps coming.
  const attributes = isSecure(c) ? `${cookieAttributes}; Secure` : cookieAttributes
  return { visitor, cookie: `${cookieName}=${visitor}; ${attributes}` }
}

const isSecure = (c: Context): boolean =>
  c.req.header('x-forwarded-proto') === 'https' || c.req.url.startsWith('https:')

const avoidPattern = /^[a-z][a-z0-9-]*@[\w.+-]+$/
const longestAvoidList = 10

/** The releases that did not work in this browser, as `app@version`. */
export function avoidedBy(c: Context): ReadonlySet<string> {
  const names = (getCookie(c, avoidCookieName) ?? '').split('~')
  return new Set(names.filter((name) => avoidPattern.test(name)).slice(-longestAvoidList))
}
