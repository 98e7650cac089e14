import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { rspack, type Rspack } from '@rsbuild/core'
import { expect, test } from 'vitest'

const limitBytes = 4096
const host = join(import.meta.dirname, '../../host/src')

test('the in-page loader adds at most 4 kB to the host', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'errand-loader-'))
  try {
    await writeFile(join(directory, 'uses.ts'), await usesOfLoader())
    await run(rspack(bundle(directory)))
    const code = await readFile(join(directory, 'loader.js'), 'utf8')
    // An empty bundle would be small as well.
    expect(code).toContain('errand-loader')
    expect(code).toContain('errand:streaks')
    expect(gzipSync(code).byteLength).toBeLessThanOrEqual(limitBytes)
  } finally {
    await rm(directory, { recursive: true })
  }
})

/** A module that uses what the rest of the host uses of the loader. */
async function usesOfLoader(): Promise<string> {
  const files = globSync('**/*.{ts,tsx}', {
    cwd: host,
    exclude: (path) => /^(?:federation|testing)\b|\.test\./.test(path),
  })
  const sources = await Promise.all(files.map((file) => readFile(join(host, file), 'utf8')))
  const imports = sources.flatMap((source) => [...source.matchAll(importOfLoader)])
  const uses = imports.flatMap(([, names = '', module = '']) =>
    names
      .split(',')
      .filter((name) => !name.includes('type '))
      .map((name) => ({ name: name.trim(), path: join(host, module) })),
  )
  return [
    ...uses.map(({ name, path }, index) => `import { ${name} as use${index} } from '${path}'`),
    `globalThis.loader = [${uses.map((_, index) => `use${index}`).join()}]`,
  ].join('\n')
}

const importOfLoader = /import \{([^}]+)\} from '\.[./]*\/(federation\/[^']+)'/g

/** One minified file of the folder's own code: libraries and the rest of the host stay outside. */
const bundle = (directory: string): Rspack.Configuration => ({
  mode: 'production',
  context: directory,
  entry: './uses.ts',
  target: ['web', 'es2022'],
  output: { path: directory, filename: 'loader.js' },
  module: { rules: [{ test: /\.tsx?$/, loader: 'builtin:swc-loader', options: swcOptions }] },
  externalsType: 'var',
  externals: ({ request = '' }, callback) => {
    const isOwn =
      request === './uses.ts' || request.startsWith(host) || /^\.\/[\w-]+\.tsx?$/.test(request)
    if (isOwn && !request.includes('shared-libraries')) callback()
    else callback(undefined, 'lib')
  },
})

const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
}

async function run(compiler: Rspack.Compiler): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  compiler.run((error, stats) => {
    const problem = error ?? (stats?.hasErrors() === true ? new Error(stats.toString()) : undefined)
    compiler.close(() => (problem ? reject(problem) : resolve(undefined)))
  })
  await promise
}
