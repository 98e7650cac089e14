import { join } from 'node:path'

import { readRelease } from '@errand/delivery/releases'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { plant, smallCopy } from '../testing/planted-copy.ts'
import { expected, planted } from '../testing/planted-violations.ts'
import { installRemote } from './create-remote/install-remote.ts'
import { newRemote } from './create-remote/new-remote.ts'
import { writeRemote } from './create-remote/write-remote.ts'
import { root } from './root.ts'
import { listGates } from './test-run/gates.ts'
import { runCaptured } from './test-run/run.ts'

const patienceMs = 600_000
const gates = listGates()
let copy = ''
let remote = ''
let remove = (): void => {}

beforeAll(async () => {
  ;({ copy, remove } = smallCopy())
  remote = writeRemote(copy, newRemote(root, { name: 'reports', icon: 'chart-column' }))
  await installRemote(copy, remote)
  plant(copy, planted)
}, patienceMs)
afterAll(() => remove(), patienceMs)

test(
  'a new remote builds, and has its place after the others',
  { timeout: patienceMs },
  async () => {
    const file = join(remote, 'node_modules', '.bin', 'rsbuild')
    const { code, output } = await runCaptured({ file, args: ['build'], cwd: remote })

    expect(code, output).toBe(0)
    expect(readRelease(join(remote, 'dist'))).toMatchObject({
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

test('the tests of a new remote pass', { timeout: patienceMs }, async () => {
  // The copy's own Vitest: matchers extend the one that they find beside them.
  const file = join(copy, 'node_modules', '.bin', 'vitest')
  const args = ['run', '--project', 'remote-reports', '--reporter', 'dot']
  const { code, output } = await runCaptured({ file, args, cwd: copy })

  expect(output).toMatch(/Tests .*2 passed/)
  expect(code, output).toBe(0)
})

test('every gate has a planted violation', () => {
  expect(Object.keys(expected).toSorted()).toEqual(Object.keys(gates).toSorted())
})

test.each(Object.entries(expected))(
  '%s sees what is planted, and has nothing against a new remote',
  { timeout: patienceMs },
  async (name, sentences) => {
    const { file = '', args = [] } = gates[name] ?? {}
    const { code, output } = await runCaptured({ file, args, cwd: copy })

    expect(code).not.toBe(0)
    for (const sentence of sentences) expect(output).toContain(sentence)
    expect(output).not.toContain('remote-reports')
  },
)
