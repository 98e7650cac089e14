import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { claimDataDir } from './claim-data-dir.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'errand-claim-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

test('a second copy on the same data is refused, with what to do instead', () => {
  claimDataDir(dataDir)
  expect(() => claimDataDir(dataDir)).toThrow('DATA_DIR=.data2 npm start')
  expect(() =>
    claimDataDir(dataDir, 'use it as the shell: --against http://localhost:3000'),
  ).toThrow(
    `Another copy of Errand runs on ${dataDir}. Stop it or use it as the shell: --against http://localhost:3000`,
  )
})
