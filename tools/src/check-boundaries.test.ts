import { join } from 'node:path'

import { expect, test } from 'vitest'

import { runCheck } from './testing/run-check.ts'

/** Runs the check on an api with these files. */
const checkApi = (files: Record<string, string>) =>
  check({
    'api/package.json': '{}',
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`api/${name}`, text])),
  })

/** Runs the check on these files. */
const check = (files: Record<string, string>) => runCheck('check-boundaries', files)

const door = "export const load = () => import('../dev/open-dev.ts')"

test('api/dev is imported by the server, when it is wanted, and by tests', () => {
  const { status, violations } = checkApi({
    'src/app/server.ts': door.replace('..', '../..'),
    'src/mailer.test.ts': "import { inbox } from '../dev/inbox.ts'",
    'test/test-api.ts': "import { graph } from '../dev/graph.ts'",
    'dev/open-dev.ts': "import { schema } from '../src/schema.ts'\nimport './graph.ts'",
    'src/devices.ts': "import { list } from './dev/list.ts'\nimport '../devices/list.ts'",
  })

  expect(violations).toEqual([])
  expect(status).toBe(0)
})

test.each(['test/test-api.ts', 'eval/corpus.ts'])('api/src must not import %s', (target) => {
  const { status, violations } = checkApi({ 'src/server.ts': `import '../${target}'` })

  expect(violations).toEqual([
    `${join('api/src/server.ts')}: what runs in production must not import ../${target}`,
  ])
  expect(status).toBe(1)
})

test.each([
  ['server.ts', "import type { Dev } from '../dev/open-dev.ts'", '../dev/open-dev.ts'],
  ['app/start.ts', door.replace('..', '../..'), '../../dev/open-dev.ts'],
  ['settings.ts', "export {\n  a,\n} from '../dev/settings.ts'", '../dev/settings.ts'],
])('in api/src/%s %j is a violation', (name, source, specifier) => {
  const { status, violations } = checkApi({ [`src/${name}`]: source })

  expect(violations).toEqual([
    `${join('api/src', name)}: only api/src/app/server.ts imports api/dev, by import(), but this imports ${specifier}`,
  ])
  expect(status).toBe(1)
})

// Not as it is written in a file, or this one would cross a boundary.
const importOf = (name: string): string => ['import', `'@errand/${name}'`].join(' ')

test('a package inside another has boundaries of its own', () => {
  const { status, violations } = check({
    'delivery/package.json': '{}',
    'delivery/edge/page.ts': importOf('shared-ui'),
    'delivery/console/package.json': '{}',
    'delivery/console/src/app.tsx': importOf('shared-ui'),
    'delivery/console/src/api.ts': importOf('shared-auth'),
  })

  expect(violations.toSorted()).toEqual([
    `${join('delivery/console/src/api.ts')}: delivery/console must not import @errand/shared-auth`,
    `${join('delivery/edge/page.ts')}: delivery must not import @errand/shared-ui`,
  ])
  expect(status).toBe(1)
})

// Not as it is written in a file, or this one would be a violation.
const call = (name: string, locale: string): string => `${name}(${locale}, { timeZone })`

test.each([
  ['new Intl.DateTimeFormat', "'en-CA'"],
  ['new Intl.DateTimeFormat', "\n  'sv-SE'"],
  ['Intl.DateTimeFormat', '["sv"]'],
  ['at.toLocaleDateString', "'fr-CA'"],
  ['at.toLocaleString', "'sv-SE'"],
  ['at.toLocaleTimeString', "'en-GB'"],
])('%s(%s) formats for machines', (name, locale) => {
  const { status, violations } = checkApi({ 'src/day.ts': call(name, locale) })

  expect(violations.join('\n')).toContain(
    `${join('api/src/day.ts')}: no locale promises ISO 8601, use contract/iso-time`,
  )
  expect(status).toBe(1)
})

test('a date in the words of a language is for people', () => {
  const { status, violations } = checkApi({
    'src/letter.ts': call('new Intl.DateTimeFormat', "'en-GB'") + call('at.toLocaleString', 'lang'),
  })

  expect(violations).toEqual([])
  expect(status).toBe(0)
})
