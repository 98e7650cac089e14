import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { rspack } from '@rsbuild/core'
import { expect, test } from 'vitest'

/** What edge platforms have of Node, too: no files, no sockets, no processes. */
const portable = ['node:crypto', 'node:util', 'node:zlib']

test('an edge needs nothing that only Node has', { timeout: 60_000 }, async () => {
  const output = await mkdtemp(join(tmpdir(), 'errand-platform-'))
  const needed = new Set<string>()
  const compiler = rspack({
    mode: 'production',
    context: import.meta.dirname,
    entry: ['./create-edge.ts', '../releases/open-releases.ts', '../releases/http-store.ts'],
    target: ['web', 'es2022'],
    output: { path: output },
    resolve: { conditionNames: ['worker', 'browser', 'import'] },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' } } },
        },
      ],
    },
    externals: ({ request = '' }, callback) => {
      if (!request.startsWith('node:')) return callback()
      needed.add(request)
      return callback(undefined, `var ${JSON.stringify(request)}`)
    },
  })
  const { promise, resolve } = Promise.withResolvers<string>()
  compiler.run((error, stats) =>
    resolve(String(error ?? stats?.toString({ preset: 'errors-only' }))),
  )
  expect(await promise).toBe('')
  await rm(output, { recursive: true })

  expect([...needed].toSorted()).toEqual(portable)
})
