import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

import { protectAnswers, refuseOtherMethods } from '../platform/transport.ts'
import type { RolloutSource } from '../rollouts/evaluator.ts'
import { devCodes, forwardToEmulator } from './development.ts'
import { documents } from './documents.ts'
import { forwardToApi, forwardToRegistry, serviceUnavailable } from './forward.ts'
import { localConsent } from './local-consent.ts'
import type { Releases } from './open-releases.ts'
import { publishedPages, type PageSource } from './pages.ts'
import { pushFiles } from './push/push-files.ts'
import { releaseFiles } from './release-files.ts'
import { bootScript } from './render-page.ts'
import type { Settings } from './settings.ts'
import { signalRoute } from './signals/signal-route.ts'
import type { Signals } from './signals/signals.ts'
import { visitorViews } from './visitor-views.ts'

/** The parts of an edge. */
export interface EdgeParts {
  settings: Pick<
    Settings,
    | 'apiUrl'
    | 'emulatorUrl'
    | 'registry'
    | 'development'
    | 'page'
    | 'allowsLocalRemotes'
    | 'isTrustedProxy'
  >
  /** Which releases run. */
  source: RolloutSource
  releases: Releases
  /** Takes how releases do, if a registry wants to know. */
  signals?: Signals | undefined
  /** Pages of development servers, instead of published releases. */
  developmentPages?: PageSource | undefined
}

/** The edge: documents with their release set, release files, and the proxy to the api. */
export function createEdge(parts: EdgeParts): Hono {
  const { settings, source, releases, signals, developmentPages } = parts
  const { apiUrl, emulatorUrl, registry, development, page } = settings
  const pages = developmentPages ?? publishedPages(source, releases)

  const edge = new Hono()
  edge.use(protectAnswers, refuseOtherMethods)
  if (signals !== undefined) edge.use(signals.middleware)
  edge.get('/healthz', (c) => {
    // Without a document there is nothing to serve: the balancer should use another edge.
    const isReady = development !== undefined || source.evaluator() !== undefined
    return c.json({ status: isReady ? 'ok' : 'no rollout document yet' }, isReady ? 200 : 503)
  })
  edge.get(bootScript.url, (c) =>
    c.body(bootScript.source, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    }),
  )
  edge.route('/signal', signalRoute(signals))
  edge.route('/', pushFiles())
  edge.route('/r', releaseFiles(releases))
  edge.route('/', visitorViews(pages, source, releases))
  edge.route('/api', forwardToApi(apiUrl, signals))
  if (registry.url !== undefined) edge.route('/registry', forwardToRegistry(registry.url))
  if (emulatorUrl !== undefined) {
    edge.route('/dev/codes', devCodes(emulatorUrl, page.identity.projectId))
    edge.route('/', forwardToEmulator(emulatorUrl))
  }
  edge.route('/', documents({ pages, source, releases, settings, signals }))
  edge.route('/', localConsent(source, settings))
  edge.onError((error, c) =>
    error instanceof HTTPException ? error.getResponse() : serviceUnavailable(c, error),
  )
  return edge
}
