import type { PageConfig } from '@errand/contract/release'

interface Rules {
  createScriptURL: (url: string) => string | null
  createHTML?: (html: string) => string | null
}

interface PolicyFactory {
  createPolicy: (name: string, rules: Rules) => unknown
}

/** What the phone sign-in's bot check loads: its loader, and from there the release it names. */
const botCheckScripts = [
  /^https:\/\/www\.google\.com\/recaptcha\/(?:api|enterprise)\.js$/,
  /^https:\/\/www\.gstatic\.com\/recaptcha\/releases\/[\w-]+\/recaptcha__[\w-]+\.js$/,
]

/** Razorpay's checkout loads scripts of its own from these. */
const checkoutOrigins = new Set(['https://checkout.razorpay.com', 'https://cdn.razorpay.com'])

/** What the checkout writes as HTML while it loads: its animation and its ribbon, no other element. */
const harmlessHtml = /^(?:<style>[^<]*<\/style>|[^<&]*)$/

/**
 * Lets the providers that this deployment has name their scripts by text, which our content security
 * policy refuses to all others: none of them makes a Trusted Types policy of its own.
 */
export function trustProviderScripts({ identity, checkoutUrl }: PageConfig): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  const isKnown = (script: string, origin: string): boolean => {
    if (!identity.emulator && botCheckScripts.some((known) => known.test(script))) return true
    if (checkoutUrl === undefined) return false
    return script === checkoutUrl || (isOfRazorpay(checkoutUrl) && isOfRazorpay(origin))
  }
  trustedTypes?.createPolicy('default', {
    /** The URL when it is one of theirs; nothing makes the browser refuse it. */
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
