import { afterAll, beforeAll, expect, test } from 'vitest'

import { plantedCopy } from '../testing/planted-copy.ts'
import { listGates } from './test-run/gates.ts'
import { runCaptured } from './test-run/run.ts'

const otherRemote = '../../remote-chats/src/routes.tsx'

const planted = {
  'api/src/planted-types.ts': "export const planted: number = 'text'\n",
  'api/src/planted-format.ts': 'export const planted = "text";\n',
  'api/src/planted-dead.ts': 'export const planted = 1\n',
  'remote-nothing/package.json': JSON.stringify({
    name: '@errand/remote-nothing',
    private: true,
    dependencies: { '@errand/host': 'workspace:*' },
    devDependencies: {},
  }),
  'remote-nothing/tsconfig.json':
    '{ "extends": "../tsconfig.base.json", "files": [], "references": [] }\n',
  'remote-jobs/src/planted-boundary.ts': `export * from '${otherRemote}'\n`,
  'remote-jobs/src/planted-imports.ts': `
import ky from 'ky'
import { initializeApp } from 'firebase/app'
import { useAtom } from 'jotai/react'
import { BrowserRouter } from 'react-router-dom'
import { createPortal, render } from 'react-dom'
import { QueryClient } from '@tanstack/react-query'
import { Toaster } from 'react-hot-toast'
import { Link } from 'react-router'
`,
  'api/src/planted-lint.ts': `
import { cycle } from './planted-cycle.ts'
export default cycle
const work = async () => cycle
work()
console.log(1)
export const anything: any = 1
export function word(size: 'small' | 'large') {
  switch (size) {
    case 'small':
      return 's'
  }
  return 'l'
}
// oxlint-disable-next-line no-debugger
export const fine = true
`,
  'api/src/planted-cycle.ts': "export { fine as cycle } from './planted-lint.ts'\n",
  'api/src/planted-length.ts': 'export {}\n'.repeat(301),
}

const gates = listGates()
let copy = ''
let remove = (): void => {}

beforeAll(() => {
  const made = plantedCopy(planted)
  copy = made.copy
  remove = made.remove
})
afterAll(() => remove())

const expected: Record<string, string[]> = {
  'check:types': ['planted-types.ts', 'remote-nothing/tsconfig.json'],
  'check:format': ['planted-format.ts'],
  'check:dead': ['planted-dead.ts'],
  'check:workspace': ['empty-dependencies'],
  'check:boundaries': [
    `remote-jobs must not import ${otherRemote}`,
    'remote-nothing must not depend on host',
  ],
  'check:lint': [
    'no-default-export',
    'no-floating-promises',
    'no-console',
    'no-explicit-any',
    'switch-exhaustiveness-check',
    'no-cycle',
    'max-lines',
    'Unused oxlint-disable directive',
    "'ky' import is restricted",
    "'firebase/app' import is restricted",
    "'jotai/react' import is restricted",
    "'BrowserRouter' import from 'react-router-dom' is restricted",
    "'render' import from 'react-dom' is restricted",
    "'QueryClient' import from '@tanstack/react-query' is restricted",
    "'Toaster' import from 'react-hot-toast' is restricted",
    "'react-router' import is restricted",
  ],
}

test('every gate has a planted violation', () => {
  expect(Object.keys(expected).toSorted()).toEqual(Object.keys(gates).toSorted())
})

test.each(Object.entries(expected))(
  '%s sees what is planted',
  async (name, sentences) => {
    const { file = '', args = [] } = gates[name] ?? {}
    const { code, output } = await runCaptured({ file, args, cwd: copy })

    expect(code).not.toBe(0)
    for (const sentence of sentences) expect(output).toContain(sentence)
  },
  120_000,
)
