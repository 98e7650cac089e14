import type { Context } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

interface Page {
  title: string
  body: Html
  /** The file of its script. */
  script?: string
  /** Another style sheet after the common one. */
  style?: string
  /** What else this page's policy allows. */
  policy?: Record<string, string>
}

const commonPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'frame-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Answers a page of the simulators: no inline code, nothing from elsewhere. */
export function showPage(c: Context, { title, body, script, style, policy }: Page) {
  const directives = Object.entries({ ...commonPolicy, ...policy })
  c.header(
    'content-security-policy',
    directives.map(([name, sources]) => `${name} ${sources}`).join('; '),
  )
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/simulator/assets/page.css" />
          ${
            style === undefined
              ? ''
              : html`<link rel="stylesheet" href="/simulator/assets/${style}" />`
          }
          ${
            script === undefined
              ? ''
              : html`<script type="module" src="/simulator/assets/${script}"></script>`
          }
        </head>
        <body>
          ${body}
        </body>
      </html>`,
  )
}

/** The simulators, one link each; `here` is the one that is shown. */
export const navigation = (here: string): Html =>
  html`<nav class="simulators" aria-label="Simulators">
    ${places.map(
      ([path, name]) =>
        html`<a href="${path}" ${path === here ? html`aria-current="page"` : ''}>${name}</a>`,
    )}
  </nav>`

const places = [
  ['/simulator', 'Phone'],
  ['/simulator/mail', 'Inbox'],
  ['/simulator/services', 'Services'],
] as const
