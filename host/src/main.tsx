import './shell/allow-toast-styles.ts'
import '@errand/shared-ui/global.css'

import { setFlags, startSession } from '@errand/shared-auth'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { ErrorPage } from './errors/error-page.tsx'
import { createFederation } from './federation/federation.ts'
import { keepReleases } from './heartbeat/keep-releases.ts'
import { createReleaseUpdates } from './federation/release-updates.ts'
import { createRemotes } from './federation/remotes.ts'
import { readPageConfig, readReleaseSet } from './page.ts'
import { keepPreview } from './preview/ticket.ts'
import { createRouter } from './router.tsx'
import { followSession } from './session/follow-session.ts'
import { trustBotCheckScripts } from './shell/trusted-script-urls.ts'

const container = document.getElementById('root')
if (container === null) throw new Error('The document has no #root')
const root = createRoot(container)

try {
  start()
} catch (error) {
  root.render(
    <main>
      <ErrorPage error={error} />
    </main>,
  )
  throw error
}

function start(): void {
  const config = readPageConfig()
  const releaseSet = readReleaseSet()
  // The browser is on its way to another document.
  if (keepPreview(releaseSet)) return
  setFlags(releaseSet.flags)
  if (!config.identity.emulator) trustBotCheckScripts()
  startSession(config.identity)
  const { remotes: releases, override } = releaseSet
  const loadRoutes = createFederation(override?.localOrigins)
  const remotes = createRemotes(releases, loadRoutes)
  const updates = createReleaseUpdates(remotes)
  const router = createRouter({ config, releaseSet, remotes, updates })
  followSession(router)
  keepReleases(releaseSet)
  root.render(<App router={router} />)
}
