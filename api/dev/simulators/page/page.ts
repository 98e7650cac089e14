import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { Problem } from '../../../src/platform/http/problem.ts'

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

/** Renders a page of the simulators, without inline code or external content. */
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
    ${pages.map(
      ([path, name]) =>
        html`<a href="${path}" ${path === here ? html`aria-current="page"` : ''}>${name}</a>`,
    )}
  </nav>`

const pages = [
  ['/simulator', 'Phone'],
  ['/simulator/mail', 'Inbox'],
  ['/simulator/services', 'Services'],
] as const

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Only these files are served. */
const assets = new Set([
  'page.css',
  'inbox.js',
  'checkout-window.js',
  'facebook.css',
  'facebook-dialog.js',
  'phone.css',
  'phone.js',
  'phone-screen.js',
  'phone-server.js',
  'phone-store.js',
  'phone-view.js',
])

/** The path of an asset. */
export const assetPath = (name: string): string => join(import.meta.dirname, 'assets', name)

/** /simulator/assets: the pages' styles and scripts, as they lie beside this file. */
export function assetsRoutes() {
  return new Hono().get('/:name', async (c) => {
    const name = c.req.param('name')
    if (!assets.has(name)) throw new Problem('not_found')
    return c.body(await readFile(assetPath(name)), 200, {
      'content-type': types[extname(name)] ?? '',
    })
  })
}
