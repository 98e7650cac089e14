import { randomBytes } from 'node:crypto'

import { cookieText, visitorCookieName } from '@errand/contract/cookie'
import { avoidCookieName, maxAvoided } from '@errand/contract/release-memory'
import { clientAddress, networkOf, type IsTrustedProxy } from '@errand/serving/client-address'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

import { isSecure, readCookie } from '../platform/transport.ts'
import { isVisitorId } from '../rollouts/channel.ts'

const oneYearSeconds = 365 * 24 * 60 * 60

/** The visitor's id, '' for a visitor without one. Signing in or out does not change it. */
export function visitorOf(c: Context): string {
  // Until 2026-11 it had no prefix: such a visitor keeps the arms.
  const id = readCookie(c, visitorCookieName) ?? getCookie(c, visitorCookieName) ?? ''
  return isVisitorId(id) ? id : ''
}

/** The visitor's id and the cookie that keeps it; a new visitor gets a new one. */
export function identifyVisitor(c: Context) {
  const known = visitorOf(c)
  // 126 random bits for a new one.
  const visitor = known || `v${randomBytes(16).toString('base64url').slice(0, 21)}`
  // Renewed with each document, so that it does not expire for a regular visitor.
  const options = { maxAge: oneYearSeconds, isSecure: isSecure(c) }
  const cookie = `${cookieText(visitorCookieName, visitor, options)}; HttpOnly`
  return { visitor, isNewVisitor: known === '', cookie }
}

/** Of an owner's browser; it is renewed whenever the owner's profile is read. */
const knownCookie = 'errand_known'
const knownSeconds = 9 * 24 * 60 * 60

/** The cookie by which the edge knows an owner's browser again. */
export const knownBrowserCookie = (c: Context, knownBrowser: string): string =>
  `${cookieText(knownCookie, knownBrowser, { maxAge: knownSeconds, isSecure: isSecure(c) })}; HttpOnly`

/** What that cookie holds, '' without it. */
export const readKnownBrowser = (c: Context): string => readCookie(c, knownCookie) ?? ''

/** The network of the client, of which one customer may have all addresses. */
export function clientNetwork(c: Context, isTrusted: IsTrustedProxy): string {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings | Http2Bindings>
  const connected = incoming?.socket.remoteAddress
  const forwardedFor = c.req.header('x-forwarded-for')
  const address = clientAddress({ connected, forwardedFor }, isTrusted)
  return address === undefined ? '' : networkOf(address, { ipv4: 24, ipv6: 48 })
}

const avoidPattern = /^[a-z][a-z0-9-]*@[\w.+-]+$/

/** The releases that failed in this browser, as `app@version`. */
export function readAvoided(c: Context): ReadonlySet<string> {
  const names = (readCookie(c, avoidCookieName) ?? '').split('~')
  return new Set(names.filter((name) => avoidPattern.test(name)).slice(-maxAvoided))
}
