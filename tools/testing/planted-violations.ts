const otherRemote = '../../remote-chats/src/routes.tsx'

/** Files that break every rule once. */
export const planted = {
  'delivery/cli/planted-types.ts': "export const planted: number = 'text'\n",
  'delivery/cli/planted-format.ts': 'export const planted = "text";\n',
  'delivery/cli/planted-dead.ts': 'export const planted = 1\n',
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
  'delivery/cli/planted-lint.ts': `
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
  'delivery/cli/planted-cycle.ts': "export { fine as cycle } from './planted-lint.ts'\n",
  'delivery/cli/planted-length.ts': 'export {}\n'.repeat(301),
}

/** What each gate says of them. */
export const expected: Record<string, string[]> = {
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
