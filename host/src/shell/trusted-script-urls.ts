import { paths } from '@errand/contract/paths'
import { pushWorkerPath } from '@errand/contract/push-worker'
import type { PageConfig } from '@errand/contract/release'

interface Rules {
  createScriptURL: (url: string) => string | null
  createHTML?: (html: string) => string | null
}

interface PolicyFactory {
  createPolicy: (name: string, rules: Rules) => unknown
}

/**
 * The scripts of the phone sign-in's bot check: its loader, and the release that the loader names.
 */
const botCheckScripts = [
  /^https:\/\/www\.google\.com\/recaptcha\/(?:api|enterprise)\.js$/,
  /^https:\/\/www\.gstatic\.com\/recaptcha\/releases\/[\w-]+\/recaptcha__[\w-]+\.js$/,
]

/** The origins from which Razorpay's checkout loads its own scripts. */
const checkoutOrigins = new Set(['https://checkout.razorpay.com', 'https://cdn.razorpay.com'])

/** The HTML that the checkout writes while it loads: styles and text, no other element. */
const harmlessHtml = /^(?:<style>[^<]*<\/style>|[^<&]*)$/

/**
 * Allows our service worker and the configured providers to load scripts by URL, which our content
 * security policy refuses to everything else: no provider creates a Trusted Types policy itself.
 */
export function trustProviderScripts(config: PageConfig): void {
  const { identity, checkoutUrl, facebookSdkUrl } = config
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  const isKnown = (script: string, origin: string): boolean => {
    if (!identity.emulator && botCheckScripts.some((known) => known.test(script))) return true
    if (script === window.location.origin + pushWorkerPath) return true
    if (script === facebookSdkUrl) return location.pathname === paths.settings
    if (checkoutUrl === undefined) return false
    return script === checkoutUrl || (isOfRazorpay(checkoutUrl) && isOfRazorpay(origin))
  }
  trustedTypes?.createPolicy('default', {
    /** Returns an allowed URL; for any other the browser refuses the script. */
    createScriptURL: (text) => {
      const url = URL.parse(text)
      if (url === null) return null
      return isKnown(`${url.origin}${url.pathname}`, url.origin) ? url.href : null
    },
    ...(checkoutUrl !== undefined && {
      createHTML: (html: string) => (harmlessHtml.test(html) ? html : null),
    }),
  })
}

const isOfRazorpay = (url: string): boolean => checkoutOrigins.has(new URL(url).origin)
