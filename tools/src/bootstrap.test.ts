import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from './root.ts'

test('an old Node is refused in one sentence', () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.1' } })`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', old, join(root, 'tools/bootstrap.mjs'), 'start'],
    { encoding: 'utf8' },
  )

  expect(status).toBe(1)
  expect(stderr).toBe(
    'Errand needs Node 20.12 or newer to start; this is Node 18.20.1. Install it from https://nodejs.org and run the command again.\n',
  )
})
