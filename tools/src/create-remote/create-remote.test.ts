import { join } from 'node:path'

import { readRelease } from '@errand/delivery/releases'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { bareCopy } from '../../testing/planted-copy.ts'
import { root } from '../root.ts'
import { listGates } from '../test-run/gates.ts'
import { runCaptured } from '../test-run/run.ts'
import { installRemote } from './install-remote.ts'
import { newRemote, type Wish } from './new-remote.ts'
import { writeRemote } from './write-remote.ts'

const patienceMs = 120_000

let copy = ''
let folder = ''
let remove = (): void => {}

beforeAll(async () => {
  ;({ copy, remove } = bareCopy())
  folder = writeRemote(copy, newRemote(copy, { name: 'reports', icon: 'chart-column' }))
  await installRemote(copy, folder)
}, patienceMs)
afterAll(() => remove(), patienceMs)

test(
  'a new remote builds, and has its place after the others',
  { timeout: patienceMs },
  async () => {
    const { code, output } = await runCaptured({ file: 'pnpm', args: ['build'], cwd: folder })

    expect(code, output).toBe(0)
    expect(readRelease(join(folder, 'dist'))).toMatchObject({
      app: 'remote-reports',
      place: { mount: '/reports', label: 'Reports', order: 40 },
      pages: [
        {
          path: '',
          preload: expect.arrayContaining([
            expect.stringMatching(/\.js$/),
            expect.stringMatching(/\.css$/),
          ]),
        },
      ],
      trustedTypes: [expect.stringMatching(/^errand-remote_reports__/)],
    })
  },
)

test('its own tests pass', { timeout: patienceMs }, async () => {
  // The copy's own Vitest: matchers extend the one that they find beside them.
  const file = join(copy, 'node_modules', '.bin', 'vitest')
  const args = ['run', '--project', 'remote-reports', '--reporter', 'dot']
  const { code, output } = await runCaptured({ file, args, cwd: copy })

  expect(output).toMatch(/Tests .*2 passed/)
  expect(code, output).toBe(0)
})

test.each(Object.entries(listGates()))(
  '%s has nothing against it',
  { timeout: patienceMs },
  async (_, gate) => {
    const { output } = await runCaptured({ ...gate, cwd: copy })

    expect(output).not.toContain('remote-reports')
  },
)

test.each<[Wish, RegExp]>([
  [{ name: 'Reports' }, /^"Reports" cannot be a remote's name/],
  [{ name: '../host' }, /^"\.\.\/host" cannot be a remote's name/],
  [{ name: 'remote-reports' }, /^Say "reports" only: its folder will be remote-reports\.$/],
  [{ name: 'jobs' }, /^There is a folder remote-jobs already\.$/],
  [{ name: 'settings' }, /^The path \/settings belongs to another part of the product\.$/],
  [{ name: 'api' }, /^The path \/api belongs to another part of the product\.$/],
  [{ name: 'reports', label: 'x'.repeat(25) }, /^The label "x+" does not fit the navigation/],
  [{ name: 'reports', label: '"' }, /^The label """ may not have quotes/],
  [{ name: 'reports', icon: 'nothing' }, /^There is no lucide icon named "nothing"$/],
])('%o is refused in one sentence', (wish, sentence) => {
  expect(() => newRemote(root, wish)).toThrow(sentence)
})
