import { Hono } from 'hono'

import { openReleases } from '../releases/open-releases.ts'
import { devCodes } from './dev-codes.ts'
import { devPages } from './dev-pages.ts'
import { documents } from './documents.ts'
import { forwardToApi, forwardToEmulator } from './forward.ts'
import { logError } from './log.ts'
import { publishedPages } from './page-source.ts'
import { serviceUnavailable } from './problems.ts'
import { releaseFiles } from './release-files.ts'
import type { Settings } from './settings.ts'

/** Says of each damaged release once, not at every document, that it is left out. */
function reportMissing(): (app: string, version: string) => void {
  const reported = new Set<string>()
  return (app, version) => {
    const release = `${app}@${version}`
    if (reported.has(release)) return
    reported.add(release)
    logError('release left out', new Error(`${release} is missing or damaged`))
  }
}

/** The edge: documents with their release set, release files, and the way to the api. */
export function createEdge(settings: Settings): Hono {
  const { releasesDir, apiUrl, emulatorUrl, development, page } = settings
  const releases = openReleases(releasesDir, reportMissing())
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
