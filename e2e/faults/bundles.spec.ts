import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { expect, test } from 'playwright/test'

import { remotes } from '../support/builds.ts'
import { root } from '../support/source.ts'

/** The federation runtime, and for each file that loads later a hash that no compression shortens. */
const entryLimitBytes = 24_000

/** Text that only the library itself contains, and that survives minification. */
const marks = {
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-dom': '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-router': '__reactRouterVersion',
  jotai: 'no atom init',
  '@tanstack/react-query': 'No QueryClient set',
  firebase: 'identitytoolkit.googleapis.com',
  ky: 'ForceRetryError',
}

function scriptsOf(app: string): string {
  const dist = join(root, app, 'dist')
  return globSync('**/*.js', { cwd: dist })
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .join('\n')
}

for (const [library, mark] of Object.entries(marks)) {
  test(`${library} is in the host's files and in no remote's`, () => {
    expect(scriptsOf('host')).toContain(mark)
    for (const remote of remotes) expect(scriptsOf(remote), remote).not.toContain(mark)
  })
}

for (const remote of remotes) {
  test(`the entry of ${remote} stays small`, () => {
    const entry = readFileSync(join(root, remote, 'dist/remoteEntry.js'))
    expect(gzipSync(entry).byteLength).toBeLessThan(entryLimitBytes)
  })
}
