import { basename, join } from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

interface Page {
  title: string
  body: Html
  /** The file of its script. */
  script?: string
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
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Renders a page of the simulators, without inline code or external content. */
export function showPage(c: Context, { title, body, script, policy }: Page) {
  const directives = Object.entries({ ...commonPolicy, ...policy }).map((each) => each.join(' '))
  c.header('content-security-policy', directives.join('; '))
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/simulator/assets/page.css" />
          ${script && html`<script type="module" src="/simulator/assets/${script}"></script>`}
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
    ${Object.entries(pages).map(
      ([path, name]) =>
        html`<a href="${path}" ${path === here ? html`aria-current="page"` : ''}>${name}</a>`,
    )}
  </nav>`

const pages = {
  '/simulator': 'Phone',
  '/simulator/mail': 'Inbox',
  '/simulator/services': 'Services',
}

/** Serves a script that the product's pages load from another port. */
export function serveScript(file: string): MiddlewareHandler {
  const serve = serveStatic({ path: file })
  return (c, next) => {
    c.header('cross-origin-resource-policy', 'cross-origin')
    return serve(c, next)
  }
}

/** /simulator/assets: the pages' styles and scripts, as they lie beside this file. */
export const assetsRoutes = () =>
  new Hono().use(
    serveStatic({
      root: join(import.meta.dirname, 'assets'),
      rewriteRequestPath: (path) => basename(path),
    }),
  )
