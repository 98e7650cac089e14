/** A letter or digit before it, as in the middle of a word, makes it another word. */
const start = String.raw`(?<![A-Za-z0-9_-])`
/** Both looked for, so that no word of letters alone counts: `sk-` begins addresses of pages, too. */
const mixed = String.raw`(?=[\w-]*\d)(?=[\w-]*[A-Z])`

/** What keys of well-known services look like. Each runs in linear time. */
const shapes = [
  // Meta's access tokens.
  String.raw`${start}EAA(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}`,
  // Razorpay, Stripe, and signatures of webhooks.
  String.raw`${start}rzp_(?:live|test)_[A-Za-z0-9]{14,}`,
  String.raw`${start}[rs]k_(?:live|test)_[A-Za-z0-9]{16,}`,
  String.raw`${start}whsec_[A-Za-z0-9+/]{16,}`,
  // Models: OpenAI, Anthropic and those that took over their form; Hugging Face.
  String.raw`${start}sk-${mixed}[\w-]{20,}`,
  String.raw`${start}hf_[A-Za-z0-9]{30,}`,
  // Amazon, and Google's API keys, client secrets and access tokens.
  String.raw`${start}(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
  String.raw`${start}AIza[\w-]{35}`,
  String.raw`${start}GOCSPX-[\w-]{20,}`,
  String.raw`${start}ya29\.[\w-]{20,}`,
  // GitHub, GitLab and npm.
  String.raw`${start}gh[oprsu]_[A-Za-z0-9]{30,}`,
  String.raw`${start}github_pat_\w{22,}`,
  String.raw`${start}glpat-[\w-]{20,}`,
  String.raw`${start}npm_[A-Za-z0-9]{30,}`,
  // Slack, Telegram's bots, SendGrid, Shopify.
  String.raw`${start}xox[abeoprs]-[A-Za-z0-9-]{10,}`,
  String.raw`${start}\d{8,10}:AA[\w-]{30,}`,
  String.raw`${start}SG\.[\w-]{16,}\.[\w-]{16,}`,
  String.raw`${start}shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}`,
  // Signed tokens (JWT), private keys, and what is sent as one.
  String.raw`${start}eyJ[\w-]{10,}\.eyJ[\w-]{10,}(?:\.[\w-]+)?`,
  String.raw`-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:\s+[A-Za-z0-9+/=]{16,})*`,
  // What is in an address before its host.
  String.raw`${start}[a-z][a-z+]{1,15}://[^\s/:@]{1,100}:[^\s/:@]{6,100}@`,
  String.raw`${start}[Bb]earer\s{1,3}(?=[A-Za-z._~+/-]*\d)[\w.~+/-]{20,}`,
]
const shape = new RegExp(shapes.join('|'), 'g')

/** What a secret word follows. */
const names = new RegExp(
  String.raw`(?<!\p{L})(?:tokens?|secrets?|pass[ -]?words?|pass[ -]?phrases?|pass[ -]?codes?|credentials?|(?:api|access|private|app|secret|encryption)[ _-]?keys?|contraseñas?|claves?|senhas?|passwort|kennwort|schlüssel|mots? de passe|clés?)(?![\p{L}\p{M}])|पासवर्ड|टोकन|गुप्त|कुंजी|كلم[ةه] (?:ال)?(?:سر|مرور)|رمز|توكن|مفتاح`,
  'iu',
)
/** What belongs to these is for the customers. */
const forCustomers =
  /(?<!\p{L})(?:wi-?fi|wlan|hot-?spot|internet|network|netzwerk|guests?|ssid|zoom|meetings?|webinars?|class|promo\p{L}*|coupons?|vouchers?|discounts?|descuentos?|cup[oó]n(?:es)?|gutschein\p{L}*|rabatt\p{L}*|numbers?|numbering|format)(?!\p{L})|वाई[-\s]?\u092B\u093C?ाई|इंटरनेट|واي[-\s]?فاي|الشبك[ةه]|[إا]نترنت/iu
/** How far around a word those are looked for. */
const near = 60

const sentenceEnd = /[.!?।。؟](?:\s|$)/u

const words = /\S{16,}/g
const parts = /[A-Za-z0-9+/_~!@#$%^&*.-]{16,}/g
/** What is long and mixed, too: an address, the id of something. */
const harmless =
  /^(?:\/|www\.|[\w.-]+\.[a-z]{2,}(?:\/|$)|[^@]+@[\w.-]+\.[a-z]{2,}$|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$)/i
const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const minDistinct = 8

/** Whether letters and digits stand mixed in one piece of it, as in no date and no name of a page. */
function isRandom(word: string): boolean {
  if (harmless.test(word) || iban.test(word) || new Set(word).size < minDistinct) return false
  return word.split(/[-_./]/).some((piece) => /[A-Za-z]/.test(piece) && /\d/.test(piece))
}

/** Long words of letters and digits behind a word such as `password`, which are no address. */
function secretWords(text: string): string[] {
  return Array.from(text.matchAll(words)).flatMap(({ 0: word, index }) => {
    if (word.includes('://')) return []
    return Array.from(word.matchAll(parts)).flatMap(({ 0: part, index: at }) => {
      const secret = part.replace(/[.!]+$/, '')
      if (!isRandom(secret)) return []
      const from = index + at
      const end = from + part.length
      const before =
        text
          .slice(Math.max(0, from - near), from)
          .split(sentenceEnd)
          .at(-1) ?? ''
      const [after = ''] = text.slice(end - 1, end + near).split(sentenceEnd)
      return names.test(before) && !forCustomers.test(`${before} ${after}`) ? [secret] : []
    })
  })
}

/** The credentials of services in a text, by their shape: keys and tokens that open something. */
export const findKeys = (text: string): string[] => [...new Set(text.match(shape))]

/**
 * What looks like a credential in instructions: keys of services, and long words of letters and digits
 * behind a word such as `password`. Passwords of a wifi, ids, accounts, coupons and addresses are none.
 */
export const findCredentials = (text: string): string[] => [
  ...new Set([...findKeys(text), ...secretWords(text)]),
]

/** A text with `[left out]` for each of its credentials. */
export const withoutCredentials = (text: string): string =>
  findCredentials(text).reduce((rest, secret) => rest.replaceAll(secret, '[left out]'), text)
