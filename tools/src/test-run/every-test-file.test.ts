import { relative } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../root.ts'
import { sourceFiles } from '../workspace/source-files.ts'
import { runCaptured } from './run.ts'

test.each([
  ['ordinary', {}],
  ['long', { LONG_TESTS: '1' }],
])('every %s test file belongs to a Vitest project', async (kind, env) => {
  const { output } = await runCaptured({ file: 'vitest', args: ['list', '--filesOnly'], env })
  // `[project] path`, with colours where it believes in a terminal.
  const listed = new Set(output.split('\n').map((line) => line.replace(/^.*\] /, '')))

  const written = sourceFiles(root)
    .map((file) => relative(root, file))
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => file.includes('.long.') === (kind === 'long'))
  expect(written.filter((file) => !listed.has(file))).toEqual([])
})
