import { randomBytes } from 'node:crypto'

import { avoidCookieName } from '@errand/contract/release'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const cookieName = 'errand_visitor'
const oneYearSeconds = 365 * 24 * 60 * 60
const idPattern = /^[\w-]{22}$/

/** The visitor's id, or '' for somebody who has none yet. Signing in or out does not change it. */
export function visitorOf(c: Context): string {
  const id = getCookie(c, cookieName) ?? ''
  return idPattern.test(id) ? id : ''
}

/** The visitor's id; whoever has none gets one with this answer. */
export function welcomeVisitor(c: Context): string {
  const known = visitorOf(c)
  const id = known === '' ? randomBytes(16).toString('base64url') : known
  // Written anew with each document, so that it does not end while somebody keeps coming.
  setCookie(c, cookieName, id, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: oneYearSeconds,
    secure: isSecure(c),
  })
  return id
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
