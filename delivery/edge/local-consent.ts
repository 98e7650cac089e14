import { createHash } from 'node:crypto'

import { cookieName } from '@errand/contract/cookie'
import type { PageLanguage } from '@errand/contract/language'
import { pageLanguageOf } from '@errand/contract/page-language'
import { directionOf } from '@errand/contract/text-direction'
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { isSecure, readCookie } from '../platform/transport.ts'
import type { RolloutSource } from '../rollouts/evaluator.ts'
import type { Ticket } from '../rollouts/ticket.ts'
import { chooseLocale } from './locale.ts'
import { createNonce, documentHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'
import { readRequestTicket } from './tickets.ts'

/**
 * Whether the ticket brings unsigned code of this computer that nobody at this browser has allowed.
 */
export function needsConsent(c: Context, { local }: Ticket): boolean {
  const hasConsent = readCookie(c, consentCookie(c)) !== undefined
  return Object.keys(local).length > 0 && !hasConsent
}

/**
 * The page that such a ticket opens first: a link must not run code in a signed-in page by itself.
 */
export async function renderConsentPage(c: Context, ticket: Ticket): Promise<Response> {
  const language = pageLanguageOf(chooseLocale(c).locale)
  const say = words[language]
  const nonce = createNonce()
  const remotes = Object.entries(ticket.local).map(
    ([app, { origin }]) =>
      html`<li>
        <bdi dir="ltr"><strong>${app}</strong></bdi> · <bdi dir="ltr"><code>${origin}</code></bdi>
      </li>`,
  )
  const page = await html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${say.title}</title>
        <style nonce="${nonce}">
          body {
            max-width: 32rem;
            margin: 0 auto;
            padding: 1.5rem 1rem;
            font:
              1rem/1.5 system-ui,
              sans-serif;
            overflow-wrap: anywhere;
          }
          h1 {
            font-size: 1.5rem;
            line-height: 1.25;
          }
          label,
          a {
            display: inline-block;
            padding-block: 0.625rem;
          }
          button {
            font: inherit;
            min-height: 2.75rem;
            padding-inline: 1rem;
            margin-inline-end: 1rem;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${say.title}</h1>
          <p>${say.what}</p>
          <ul>
            ${remotes}
          </ul>
          <p>${say.risk}</p>
          <form method="post">
            <p>
              <label><input type="checkbox" required /> ${say.own}</label>
            </p>
            <button>${say.run}</button>
            <a href="?ticket=">${say.without}</a>
          </form>
        </main>
      </body>
    </html>`
  return c.html(page, 200, {
    ...documentHeaders,
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  })
}

/** One cookie per ticket. */
function consentCookie(c: Context): string {
  const hash = createHash('sha256')
    .update(c.req.query('ticket') ?? '')
    .digest('hex')
  return `errand_local_${hash.slice(0, 32)}`
}

/** Accepts the form of that page only: a form on another site could be submitted unnoticed. */
export function localConsent(
  source: RolloutSource,
  { allowsLocalRemotes }: Pick<Settings, 'allowsLocalRemotes'>,
) {
  return new Hono().post('*', async (c) => {
    const ticket = allowsLocalRemotes ? await readRequestTicket(c, source) : undefined
    if (ticket === undefined) return c.notFound()
    if (!isOwnForm(c)) return c.text('Forbidden', 403)
    const seconds = ticket.exp - Math.floor(Date.now() / 1000)
    const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${isSecure(c) ? '; Secure' : ''}`
    c.header('set-cookie', `${cookieName(consentCookie(c), isSecure(c))}=1; ${attributes}`)
    c.header('cache-control', 'no-store')
    // Relative to the page, so that no requested path can lead to another site.
    return c.redirect(new URL(c.req.url).search, 303)
  })
}

/** Browsers say which site a form is from; older ones only the origin. */
function isOwnForm({ req }: Context): boolean {
  const site = req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return URL.parse(req.header('origin') ?? '')?.host === new URL(req.url).host
}

type Text = 'title' | 'what' | 'risk' | 'own' | 'run' | 'without'

/** The texts of the consent page, by language. */
const words: Record<PageLanguage, Record<Text, string>> = {
  en: {
    title: 'Run code from this computer?',
    what: 'This link opens Errand with a part that comes from a program on this computer. Nobody has signed or checked its code:',
    risk: 'It can see and do everything in Errand that you can. Go on only if you started this program yourself.',
    own: 'I started this program myself.',
    run: 'Run it in this tab',
    without: 'Open Errand without it',
  },
  hi: {
    title: 'इस कंप्यूटर का कोड चलाएँ?',
    what: 'यह लिंक Errand को ऐसे हिस्से के साथ खोलता है जो इस कंप्यूटर के एक प्रोग्राम से आता है। उसके कोड पर किसी ने हस्ताक्षर नहीं किए हैं और न ही उसे जाँचा है:',
    risk: 'Errand में जो कुछ आप देख और कर सकते हैं, वह सब यह कोड भी कर सकता है। तभी आगे बढ़ें जब यह प्रोग्राम आपने खुद शुरू किया हो।',
    own: 'यह प्रोग्राम मैंने खुद शुरू किया है।',
    run: 'इसे इस टैब में चलाएँ',
    without: 'Errand को इसके बिना खोलें',
  },
  ar: {
    title: 'هل تريد تشغيل شيفرة من هذا الحاسوب؟',
    what: 'يفتح هذا الرابط Errand مع جزء يأتي من برنامج على هذا الحاسوب. لم يوقّع أحد شيفرته ولم يفحصها:',
    risk: 'يمكنها أن ترى كل ما تراه في Errand وأن تفعل كل ما يمكنك فعله. لا تتابع إلا إذا كنت قد شغّلت هذا البرنامج بنفسك.',
    own: 'شغّلتُ هذا البرنامج بنفسي.',
    run: 'تشغيله في علامة التبويب هذه',
    without: 'فتح Errand من دونه',
  },
}
