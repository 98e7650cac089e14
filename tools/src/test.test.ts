import { join } from 'node:path'

import { runProgram } from '@errand/database/testing'
import { expect, test } from 'vitest'

test('a missing browser is said before any test runs', () => {
  const { status, stdout, stderr } = runProgram(
    process.execPath,
    [join(import.meta.dirname, 'test.ts'), 'e2e/journeys/jobs'],
    { env: { ...process.env, CHROMIUM_PATH: '/nowhere/chromium' } },
  )

  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toBe('/nowhere/chromium does not start: spawnSync /nowhere/chromium ENOENT\n')
})

test('what failed is named again at the end', () => {
  const { status, stdout } = runProgram(process.execPath, [
    join(import.meta.dirname, 'test.ts'),
    'no-such-file',
  ])

  expect(status).toBe(1)
  expect(stdout).toContain('\nFailed\n  vitest ended with 1\n')
})
