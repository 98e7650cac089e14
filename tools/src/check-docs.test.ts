import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

/** What the check says of a repository with these files. */
function check(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'errand-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const script = join(import.meta.dirname, 'check-docs.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  return { status, violations: stderr.split('\n').filter(Boolean) }
}

const code =
  "import { reply } from './reply.ts'\nexport async function receive() {}\nconst limit = 1\n"
const clean = {
  'README.md': 'See [the tour](docs/tour.md#one-message), [the web](https://example.com).',
  'docs/tour.md': '# One message\n\n1. [`receive.ts`](../api/receive.ts) `receive`, `limit`: it.\n',
  'api/receive.ts': code,
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
    'a function that was renamed',
    { 'docs/tour.md': '# One message\n\n[a](../api/receive.ts) `receive` and `take`' },
    'docs/tour.md: api/receive.ts declares no take',
  ],
  [
    'a function that the file only imports',
    { 'docs/tour.md': '# One message\n\n[a](../api/receive.ts) `reply`' },
    'docs/tour.md: api/receive.ts declares no reply',
  ],
])('%s fails the check', (_what, files, violation) => {
  expect(check({ ...clean, ...files })).toEqual({ status: 1, violations: [violation] })
})

test('a check without documents fails', () => {
  expect(check({ 'api/receive.ts': code }).status).toBe(1)
})
