import { expect, test } from 'vitest'

import { runCheck } from './testing/run-check.ts'

/** Runs the check on an api with these files. */
const check = (files: Record<string, string>) => runCheck('check-layers', files)

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
    'modules/ai/turn.ts: modules/ai is below modules/chats/chat.ts and must not import it',
  ],
  [
    'a circle of types',
    {
      'modules/ai/turn.ts': importing('./draft.ts'),
      'modules/ai/draft.ts': importing('./turn.ts'),
    },
    'A circle: modules/ai/draft.ts → modules/ai/turn.ts → modules/ai/draft.ts',
  ],
  [
    'an import of the rules',
    { 'app/server.ts': importing('../modules/ai/rules/rules-provider.ts') },
    'app/server.ts: modules/ai/rules/rules-provider.ts runs in a thread and must not be imported',
  ],
  [
    'an import of the rules by import()',
    {
      'app/server.ts': "export const load = () => import('../modules/ai/rules/rules-provider.ts')",
    },
    'app/server.ts: modules/ai/rules/rules-provider.ts runs in a thread and must not be imported',
  ],
  [
    'a folder without a layer',
    { 'misc/tools.ts': '' },
    'misc/tools.ts: no layer of tools/src/check-layers.ts has this file',
  ],
])('%s is a violation', (_what, planted, sentence) => {
  expect(check({ ...clean, ...planted })).toEqual({ status: 1, violations: [sentence] })
})
