import { join } from 'node:path'

import { runProgram } from '@errand/database/testing'
import { expect, test } from 'vitest'

import { root } from './root.ts'

test('an old Node is refused in one sentence', () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.1' } })`
  const { status, stderr } = runProgram(process.execPath, [
    '--import',
    old,
    join(root, 'tools/bootstrap.mjs'),
    'start',
  ])

  expect(status).toBe(1)
  expect(stderr).toBe(
    'Errand needs Node 20.12 or newer to start; this is Node 18.20.1. Install it from https://nodejs.org and run the command again.\n',
  )
})
