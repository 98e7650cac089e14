import { join } from 'node:path'

import { readRelease } from '@errand/delivery/releases'
import { expect, test } from 'vitest'

import { makeRemote, run } from '../testing/make-remote.ts'

test('a new remote builds as it is, and passes its tests', { timeout: 600_000 }, async () => {
  const { copy, remote } = await makeRemote()

  await run(join(remote, 'node_modules', '.bin', 'rsbuild'), ['build'], { cwd: remote })
  expect(readRelease(join(remote, 'dist'))).toMatchObject({
    app: 'remote-reports',
    place: { mount: '/reports', label: 'Reports', order: 40 },
  })

  // The copy's own Vitest, because matchers extend the one beside them.
  const vitest = join(copy, 'node_modules', '.bin', 'vitest')
  const env = { ...process.env, LONG_TESTS: '' }
  const { stdout } = await run(vitest, ['run', '--project', 'remote-reports'], { cwd: copy, env })
  expect(stdout).toMatch(/Tests .*2 passed/)
})
