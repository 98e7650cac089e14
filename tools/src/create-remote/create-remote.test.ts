import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../root.ts'
import { checks, makeRemote, run } from '../testing/make-remote.ts'
import { newRemote, type RemoteRequest } from './new-remote.ts'

test('a new remote has its place after the others, and passes the checks', async () => {
  const { copy, remote } = await makeRemote()

  const { errand } = JSON.parse(readFileSync(join(remote, 'package.json'), 'utf8'))
  expect(errand).toMatchObject({ mount: '/reports', label: 'Reports', order: 40 })
  for (const [check = '', ...args] of checks) {
    const program = join(copy, 'node_modules', '.bin', check)
    const { code = 0, stdout } = await run(program, args, { cwd: copy }).catch((error) => error)
    expect(code, stdout).toBe(0)
  }
})

test.each<[RemoteRequest, RegExp]>([
  [{ name: 'Reports' }, /^"Reports" cannot be a remote's name/],
  [{ name: 'remote-reports' }, /^Say "reports" only: its folder will be remote-reports\.$/],
  [{ name: 'jobs' }, /^There is a folder remote-jobs already\.$/],
  [{ name: 'api' }, /^The path \/api belongs to another part of the product\.$/],
  [{ name: 'reports', label: 'x'.repeat(25) }, /^The label "x+" does not fit the navigation/],
  [{ name: 'reports', icon: 'nothing' }, /^There is no lucide icon named "nothing"$/],
])('%o is refused in one sentence', (wish, sentence) => {
  expect(() => newRemote(root, wish)).toThrow(sentence)
})
