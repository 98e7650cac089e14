import './shell/allow-toast-styles.ts'
import '@errand/shared-ui/global.css'
import { setFlags, startSession } from '@errand/shared-auth'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { reportCaughtError } from './errors/caught-error.ts'
import { ErrorPage } from './errors/error-page.tsx'
import { loadWords as loadErrorWords } from './errors/words/words.ts'
import { createFederation } from './federation/federation.ts'
import { createReleaseUpdates } from './federation/release-updates.ts'
import { createRemotes } from './federation/remotes.ts'
import { readPageConfig, readReleaseSet } from './page.ts'
import { keepPreview } from './preview/preview.tsx'
import { createRouter } from './router.tsx'
import { followSession } from './session/session.ts'
import { trustProviderScripts } from './shell/trusted-script-urls.ts'

const container = document.getElementById('root')
if (container === null) throw new Error('The document has no #root')
const root = createRoot(container, { onCaughtError: reportCaughtError })

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
  // The browser is already reloading into another document.
  if (keepPreview(releaseSet)) return
  // Loaded early: when something fails to load, its error texts would fail too.
  void loadErrorWords().catch(() => undefined)
  setFlags(releaseSet.flags)
  trustProviderScripts(config)
  startSession(config.identity)
  const { remotes: releases, override } = releaseSet
  const remotes = createRemotes(releases, createFederation(override?.localOrigins))
  const updates = createReleaseUpdates(remotes)
  const router = createRouter({ config, releaseSet, remotes, updates })
  followSession(router)
  root.render(<App router={router} />)
}
