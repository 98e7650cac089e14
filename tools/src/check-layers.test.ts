import { expect, test } from 'vitest'

import { runCheck } from './testing/run-check.ts'

/** Runs the check on an api with these files. */
const check = (files: Record<string, string>) =>
  runCheck(
    'check-layers',
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`api/src/${path}`, text])),
  )

const importing = (path: string) => `import type { Thing } from '${path}'`

const clean = {
  'platform/http/problem.ts': '',
  'modules/ai/turn.ts': importing('../../platform/http/problem.ts'),
  'modules/ai/rules/rules-provider.ts': importing('../turn.ts'),
  'modules/ai/choose-provider.ts':
    "const rules = new URL('rules/rules-provider.ts', import.meta.url)",
  'modules/ai/turn.test.ts': importing('../../app/server.ts'),
  'app/server.ts': importing('../modules/ai/choose-provider.ts'),
}

test('imports run down, and tests import what they like', () => {
  expect(check(clean)).toEqual({ status: 0, violations: [] })
})

test.each([
  [
    'an import of a type that runs up',
    {
      'modules/ai/turn.ts': importing('../chats/chat.ts'),
      'modules/chats/chat.ts': '',
    },
    'api/src/modules/ai/turn.ts: api/src/modules/ai is below api/src/modules/chats/chat.ts and must not import it',
  ],
  [
    'a circle of types',
    {
      'modules/ai/turn.ts': importing('./draft.ts'),
      'modules/ai/draft.ts': importing('./turn.ts'),
    },
    'A circle: api/src/modules/ai/draft.ts → api/src/modules/ai/turn.ts → api/src/modules/ai/draft.ts',
  ],
  [
    'an import of the rules',
    { 'app/server.ts': importing('../modules/ai/rules/rules-provider.ts') },
    'api/src/app/server.ts: api/src/modules/ai/rules/rules-provider.ts runs in a thread and must not be imported',
  ],
  [
    'an import of the rules by import()',
    {
      'app/server.ts': "export const load = () => import('../modules/ai/rules/rules-provider.ts')",
    },
    'api/src/app/server.ts: api/src/modules/ai/rules/rules-provider.ts runs in a thread and must not be imported',
  ],
  [
    'a folder without a layer',
    { 'misc/tools.ts': '' },
    'api/src/misc/tools.ts: no layer of tools/src/check-layers.ts has this file',
  ],
])('%s is a violation', (_what, planted, sentence) => {
  expect(check({ ...clean, ...planted })).toEqual({ status: 1, violations: [sentence] })
})

test('a package inside another one has layers of its own', () => {
  const ran = runCheck('check-layers', {
    'delivery/console/src/session/session.ts': importing('../app/app-page.tsx'),
    'delivery/console/src/app/app-page.tsx': '',
  })
  expect(ran).toEqual({
    status: 1,
    violations: [
      'delivery/console/src/session/session.ts: delivery/console/src/session is below delivery/console/src/app/app-page.tsx and must not import it',
    ],
  })
})

test('files beside the folders can be below them, and a file can be a layer', () => {
  const files = {
    'contract/src/money.ts': '',
    'contract/src/chats/message.ts': importing('../money.ts'),
    'contract/src/search.ts': importing('./chats/message.ts'),
  }
  expect(runCheck('check-layers', files)).toEqual({ status: 0, violations: [] })

  const planted = {
    'contract/src/money.ts': importing('./chats/reply.ts'),
    'contract/src/chats/reply.ts': '',
    'contract/src/chats/run.ts': importing('../search.ts'),
  }
  expect(runCheck('check-layers', { ...files, ...planted })).toEqual({
    status: 1,
    violations: [
      'contract/src/chats/run.ts: contract/src/chats is below contract/src/search.ts and must not import it',
      'contract/src/money.ts: contract/src is below contract/src/chats/reply.ts and must not import it',
    ],
  })
})
