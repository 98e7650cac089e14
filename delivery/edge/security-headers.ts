import type { Page } from './page-source.ts'

const recaptcha = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']
const identityApis = [
  'https://identitytoolkit.googleapis.com',
  'https://securetoken.googleapis.com',
]

/**
 * The content security policy of a document: own scripts only, no inline code, no eval, and no
 * script's address but by a Trusted Types policy of the page's own releases.
 */
export function createPolicy(isEmulator: boolean): (page: Page, nonce: string) => string {
  const known = new WeakMap<Page, string[]>()
  return (page, nonce) => {
    let parts = known.get(page)
    if (parts === undefined) {
      parts = directives(page, isEmulator).split(noncePlace)
      known.set(page, parts)
    }
    return parts.join(nonce)
  }
}

const noncePlace = '{nonce}'

function directives({ trustedTypes, set }: Page, isEmulator: boolean): string {
  // Only a ticket names any, and only origins of the visitor's own machine.
  const local = set.override?.localOrigins ?? []
  const sockets = local.map((origin) => origin.replace('http:', 'ws:'))
  const provider = isEmulator ? { scripts: [], frames: ["'none'"], calls: [] } : firebase
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...provider.scripts, ...local],
    'style-src': ["'self'", `'nonce-${noncePlace}'`, ...local],
    'img-src': ["'self'", 'data:', 'blob:', ...local],
    'font-src': ["'self'", ...local],
    'connect-src': ["'self'", ...provider.calls, ...local, ...sockets],
    'frame-src': provider.frames,
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // A release whose entry is run again, after a lost chunk, makes its policy again.
    'trusted-types': [...trustedTypes, "'allow-duplicates'"],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}

const firebase = { scripts: recaptcha, frames: recaptcha, calls: identityApis }

/** Headers of every document. */
export const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // Which releases a visitor gets is decided anew for each document.
  'cache-control': 'no-store',
  vary: 'Cookie, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}
