import { randomBytes } from 'node:crypto'

import type { Page } from './pages.ts'

/** A value that no other document has, of 128 random bits; a UUID has fewer. */
export const createNonce = (): string => randomBytes(16).toString('base64')

const recaptcha = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
const identityApis = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
]

/** The providers whose code and frames a page needs besides its own. */
interface Providers {
  isEmulator: boolean
  /** The payment provider's script; undefined if payments are not configured. */
  checkoutUrl?: string | undefined
  /** Meta's script; undefined if nobody connects a number by Meta's signup. */
  facebookSdkUrl?: string | undefined
}

/**
 * The content security policy of a document: own scripts only, no inline code, no eval, and script
 * URLs only through a Trusted Types policy of the page's releases.
 */
export function policyOf(
  { trustedTypes, set }: Page,
  nonce: string,
  { isEmulator, checkoutUrl, facebookSdkUrl }: Providers,
): string {
  // Only a ticket names any, and only on the visitor's own machine.
  const local = set.override?.localOrigins ?? []
  const sockets = local.map((origin) => origin.replace('http:', 'ws:'))
  const identity = isEmulator ? noSources : firebase
  const checkout = checkoutUrl === undefined ? noSources : checkoutOf(checkoutUrl)
  const facebook = facebookSdkUrl === undefined ? noSources : facebookOf(facebookSdkUrl)
  const frames = [...identity.frames, ...checkout.frames, ...facebook.frames]
  return Object.entries({
    // Firefox checks what is only fetched ahead against this directive alone; all others are below.
    'default-src': ["'self'"],
    'object-src': ["'none'"],
    'script-src': [
      "'self'",
      ...identity.scripts,
      ...checkout.scripts,
      ...facebook.scripts,
      ...local,
    ],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...local],
    'img-src': ["'self'", 'data:', 'blob:', ...checkout.pictures, ...facebook.pictures, ...local],
    // A remote fetches media with its token and plays the result.
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", ...local],
    'connect-src': [
      "'self'",
      ...identity.calls,
      ...checkout.calls,
      ...facebook.calls,
      ...local,
      ...sockets,
    ],
    'frame-src': frames.length === 0 ? ["'none'"] : frames,
    // The service worker for push notifications.
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // A release whose entry runs again after a lost chunk creates its policy again.
    'trusted-types': [...trustedTypes, "'allow-duplicates'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}

interface Sources {
  scripts: string[]
  frames: string[]
  calls: string[]
  pictures: string[]
}

const noSources: Sources = { scripts: [], frames: [], calls: [], pictures: [] }
const firebase: Sources = {
  ...noSources,
  scripts: recaptcha,
  frames: recaptcha,
  calls: identityApis,
}

/** The sources of the payment provider's script, which loads further scripts. */
function checkoutOf(url: string): Sources {
  const { origin } = new URL(url)
  const isRazorpay = origin === 'https://checkout.razorpay.com'
  const scripts = isRazorpay ? [origin, 'https://cdn.razorpay.com'] : [origin]
  const others = isRazorpay ? ['https://*.razorpay.com'] : [origin]
  return { scripts, frames: others, calls: others, pictures: others }
}

/** The sources of Meta's script, which talks to Facebook through frames, calls and pictures. */
function facebookOf(url: string): Sources {
  const { origin } = new URL(url)
  if (origin !== 'https://connect.facebook.net') return { ...noSources, scripts: [origin] }
  const pages = ['https://www.facebook.com', 'https://web.facebook.com']
  const frames = [...pages, 'https://staticxx.facebook.com']
  return { scripts: [origin], frames, calls: pages, pictures: pages }
}

/** Headers of every document. */
export const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // Releases are decided anew for each document.
  'cache-control': 'no-store',
  vary: 'Cookie, Accept-Encoding, Accept-Language',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Owners record voice messages; the browser asks them first.
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
}
