import { expect, test } from 'vitest'

import { runCheck } from './testing/run-check.ts'

/** What the check says of a repository with these files. */
const check = (files: Record<string, string>) => runCheck('check-docs', files)

const code =
  "import { reply } from './reply.ts'\nexport async function receive() {}\nconst limit = 1\n"
const clean = {
  'README.md':
    'In `api/receive` and `api/*.ts`: see [the tour](docs/tour.md#one-message), [the web](https://example.com).',
  'docs/tour.md': '# One message\n\n1. [`receive.ts`](../api/receive.ts) `receive`, `limit`: it.\n',
  'api/receive.ts': code,
  'package.json': '{ "version": "1.2.0" }',
  'CHANGELOG.md': '## [Unreleased]\n\n### Fixed\n\n## [1.2.0] - 2026-11-27\n',
  '.github/CODEOWNERS': '* @errand/shell\n/api/ @errand/api\n',
}

test('documents name files, headings and declarations that are there', () => {
  expect(check(clean)).toEqual({ status: 0, violations: [] })
})

test.each([
  [
    'a file that was moved',
    { 'README.md': '[here](api/receiver.ts)' },
    'README.md: there is no api/receiver.ts',
  ],
  [
    'a heading that was renamed',
    { 'README.md': '[here](docs/tour.md#one-payment)' },
    'README.md: docs/tour.md has no heading #one-payment',
  ],
  [
    'a path that was moved',
    { 'README.md': 'It is in `api/receiver`.' },
    'README.md: there is no api/receiver',
  ],
  [
    'a function that was renamed',
    { 'docs/tour.md': '# One message\n\n[a](../api/receive.ts) `receive` and `take`' },
    'docs/tour.md: api/receive.ts declares no take',
  ],
  [
    'a function that the file only imports',
    { 'docs/tour.md': '# One message\n\n[a](../api/receive.ts) `reply`' },
    'docs/tour.md: api/receive.ts declares no reply',
  ],
  [
    'a version that is not that of the product',
    { 'package.json': '{ "version": "1.3.0" }' },
    'CHANGELOG.md: the newest version is 1.2.0, and that of package.json 1.3.0',
  ],
  [
    'a kind of change that nobody looks for',
    { 'CHANGELOG.md': '## [Unreleased]\n\n### Improved\n' },
    'CHANGELOG.md: Improved is none of Added, Changed, Deprecated, Removed, Fixed, Security',
  ],
  [
    'a version without a day',
    { 'CHANGELOG.md': '## [Unreleased]\n\n## [1.2.0]\n' },
    'CHANGELOG.md: [1.2.0] is not written as [1.2.3] - 2026-11-27',
  ],
  [
    'a changelog without room for what comes',
    { 'CHANGELOG.md': '## [1.2.0] - 2026-11-27\n' },
    'CHANGELOG.md: the first heading has to be [Unreleased]',
  ],
  [
    'an owner of a folder that is gone',
    { '.github/CODEOWNERS': '/api/ @errand/api\n/remote-forms/ @errand/forms\n' },
    '.github/CODEOWNERS: there is no remote-forms/',
  ],
])('%s fails the check', (_what, files, violation) => {
  expect(check({ ...clean, ...files })).toEqual({ status: 1, violations: [violation] })
})

test('a check that sees no link fails', () => {
  const files = { ...clean, 'README.md': '', 'docs/tour.md': '' }
  expect(check(files)).toEqual({ status: 1, violations: ['No link was found.'] })
})
