import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

import type { Releases } from '../releases/open-releases.ts'
import type { RolloutSource } from '../rollouts/rollout-source.ts'
import { createDocuments } from './answer-document.ts'
import type { BootScript } from './boot-script.ts'
import { devCodes } from './dev-codes.ts'
import { documents, documentShortcut, type SendDocument } from './documents.ts'
import { forwardToApi, forwardToEmulator, forwardToRegistry } from './forward.ts'
import { localConsent } from './local-consent.ts'
import { publishedPages, type PageSource } from './page-source.ts'
import { serviceUnavailable } from './problems.ts'
import { releaseFiles } from './release-files.ts'
import { rememberPages } from './remember-pages.ts'
import type { Settings } from './settings.ts'
import { visitorViews } from './visitor-views.ts'

/** What an edge serves. */
export interface EdgeParts {
  settings: Pick<
    Settings,
    'apiUrl' | 'emulatorUrl' | 'registry' | 'development' | 'page' | 'allowsLocalRemotes'
  >
  /** Who runs what. */
  source: RolloutSource
  releases: Releases
  /** What runs before any release's code. */
  boot: BootScript
  /** Pages of development servers, instead of those of published releases. */
  developmentPages?: PageSource | undefined
}

/** An edge: a fetch handler, and its shortcut for Node's server. */
export interface Edge extends Pick<Hono, 'fetch' | 'request'> {
  sendDocument: SendDocument
}

/** The edge: documents with their release set, release files, and the way to the api. */
export function createEdge(parts: EdgeParts): Edge {
  const { settings, source, releases, boot, developmentPages } = parts
  const { apiUrl, emulatorUrl, registry, development, page } = settings
  const pages = developmentPages ?? rememberPages(source, publishedPages(source, releases))
  const answerDocument = createDocuments({
    pages,
    source,
    releases,
    boot,
    settings,
  })

  const edge = new Hono()
  edge.get('/healthz', (c) => {
    // Without a document it has nothing to serve: another edge should be asked.
    const isReady = development !== undefined || source.evaluator() !== undefined
    return c.json({ status: isReady ? 'ok' : 'no rollout document yet' }, isReady ? 200 : 503)
  })
  edge.get(boot.url, (c) =>
    c.body(boot.source, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    }),
  )
  edge.route('/r', releaseFiles(releases))
  edge.route('/', visitorViews(pages, source))
  edge.route('/api', forwardToApi(apiUrl))
  if (registry.url !== undefined) edge.route('/registry', forwardToRegistry(registry.url))
  if (emulatorUrl !== undefined) {
    edge.route('/dev/codes', devCodes(emulatorUrl, page.identity.projectId))
    edge.route('/', forwardToEmulator(emulatorUrl))
  }
  const taken = edge.routes.map(({ path }) => path)
  edge.route('/', documents(answerDocument))
  edge.route('/', localConsent(source, settings))
  edge.onError((error, c) =>
    error instanceof HTTPException ? error.getResponse() : serviceUnavailable(c, error),
  )
  const { fetch, request } = edge
  return { fetch, request, sendDocument: documentShortcut(answerDocument, taken) }
}
