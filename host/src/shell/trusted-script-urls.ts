interface ScriptUrlRules {
  createScriptURL: (url: string) => string | null
}

interface PolicyFactory {
  createPolicy: (name: string, rules: ScriptUrlRules) => unknown
}

/** What the phone sign-in's bot check loads: its loader, and from there the release it names. */
const botCheckScripts = [
  /^https:\/\/www\.google\.com\/recaptcha\/(?:api|enterprise)\.js$/,
  /^https:\/\/www\.gstatic\.com\/recaptcha\/releases\/[\w-]+\/recaptcha__[\w-]+\.js$/,
]

/**
 * Lets the bot check name its scripts by text, which our content security policy refuses to all
 * others: neither it nor the identity provider's library makes a Trusted Types policy of its own.
 */
export function trustBotCheckScripts(): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  trustedTypes?.createPolicy('default', { createScriptURL: asBotCheckScript })
}

/** The URL when it is one of the bot check's scripts; nothing makes the browser refuse it. */
function asBotCheckScript(text: string): string | null {
  const url = URL.parse(text)
  if (url === null) return null
  const script = `${url.origin}${url.pathname}`
  return botCheckScripts.some((known) => known.test(script)) ? url.href : null
}
