import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { bareEnvironment } from '@errand/database/testing'
import { expect, test } from 'vitest'

test('one language is that language alone, and not what its letters are a part of', async () => {
  const command = [join(import.meta.dirname, '../../eval/cli.ts'), '--only', 'hi', '--quiet']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: bareEnvironment })

  const rows = stdout.match(/^\S+ +\d+ of \d+/gm)?.map((row) => row.split(' ')[0])
  expect(rows).toEqual(['hi', 'all'])
})
