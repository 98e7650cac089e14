import { Hono } from 'hono'

import { openReleases } from '../releases/open-releases.ts'
import { devCodes } from './dev-codes.ts'
import { devPages } from './dev-pages.ts'
import { documents } from './documents.ts'
import { forwardToApi, forwardToEmulator } from './forward.ts'
import { publishedPages } from './page-source.ts'
import { serviceUnavailable } from './problems.ts'
import { releaseFiles } from './release-files.ts'
import type { Settings } from './settings.ts'

/** The edge: documents with their release set, release files, and the way to the api. */
export function createEdge(settings: Settings): Hono {
  const { releasesDir, apiUrl, emulatorUrl, development, page } = settings
  const releases = openReleases(releasesDir)
  const pages = development === undefined ? publishedPages(releases) : devPages(development)

  const edge = new Hono()
  edge.get('/healthz', (c) => c.json({ status: 'ok' }))
  edge.route('/r', releaseFiles(releases))
  edge.route('/api', forwardToApi(apiUrl))
  if (emulatorUrl !== undefined) {
    edge.route('/dev/codes', devCodes(emulatorUrl, page.identity.projectId))
    edge.route('/', forwardToEmulator(emulatorUrl))
  }
  edge.route('/', documents(pages, settings))
  edge.onError((error, c) => serviceUnavailable(c, error))
  return edge
}
