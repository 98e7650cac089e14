import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'

import { rspack } from '@rsbuild/core'
import { afterAll, expect, test, vi } from 'vitest'

import type * as releaseStores from '../releases/http-store.ts'
import type * as openedReleases from '../releases/open-releases.ts'
import { trustedKeys } from '../rollouts/rollout-source.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts } from '../testing/rollouts-fixture.ts'
import { readBootScript } from './boot-script.ts'
import type * as edges from './create-edge.ts'
import { readSettings } from './settings.ts'

/** What edge platforms have of Node, too: no files, no sockets, no processes. */
const portable = ['node:buffer', 'node:crypto', 'node:util', 'node:zlib']
const modules = [
  './create-edge.ts',
  '../releases/open-releases.ts',
  '../releases/http-store.ts',
].map((name) => join(import.meta.dirname, name))

type Bundle = typeof edges & typeof openedReleases & typeof releaseStores

const notFound = { status: 404 }
const output = mkdtempSync(join(tmpdir(), 'errand-platform-'))
afterAll(() => rmSync(output, { recursive: true }))

test('an edge needs nothing that only Node has', async () => {
  expect(await bundle()).toEqual(portable)

  const folder = join(output, 'releases')
  const rollouts = createRollouts(folder)
  for (const build of [hostBuild(), remoteBuild('remote-jobs', '1.0.0', 10)])
    rollouts.publish(build)
  const log = vi.fn<(line: string) => void>()
  const { createEdge, openReleases, httpStore } = start(folder, log)
  const edge = createEdge({
    boot: readBootScript(),
    settings: readSettings({ FIREBASE_API_KEY: 'key' }),
    source: rollouts.source,
    releases: openReleases(httpStore('https://store.example/'), {
      keysOf: trustedKeys(rollouts.source),
      onDamaged: (_app, _version, error) => log(String(error)),
    }),
  })
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
  const answers = [
    await edge.request('/jobs', { headers }),
    await edge.request('/jobs', { headers: { accept: 'text/html' } }),
    await edge.request('/r/remote-jobs/1.0.0/remoteEntry.js'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(log).not.toHaveBeenCalled()
})

/** Makes one file of the edge; answers what it needs of Node. */
async function bundle(): Promise<string[]> {
  const entry = join(output, 'entry.ts')
  writeFileSync(entry, modules.map((name) => `export * from ${JSON.stringify(name)}\n`).join(''))
  const needed = new Set<string>()
  const compiler = rspack({
    mode: 'production',
    context: import.meta.dirname,
    entry,
    target: ['web', 'es2022'],
    output: { path: output, filename: 'edge.js', library: { type: 'var', name: 'edge' } },
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
      return callback(undefined, `var fromNode(${JSON.stringify(request)})`)
    },
  })
  const { promise, resolve } = Promise.withResolvers<string>()
  compiler.run((error, stats) =>
    resolve(String(error ?? stats?.toString({ preset: 'errors-only' }))),
  )
  expect(await promise).toBe('')
  return [...needed].toSorted()
}

/** Runs that file where nothing else is global than on any platform for web servers. */
function start(folder: string, log: (line: string) => void): Bundle {
  const context = createContext({
    AbortController,
    AbortSignal,
    Headers,
    ReadableStream,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    Uint8Array,
    atob,
    crypto,
    performance,
    console: { log },
    // A number, as in browsers.
    setTimeout: (run: () => void, ms: number) => Number(setTimeout(run, ms)),
    fetch: async (url: URL) => {
      const file = join(folder, url.pathname)
      return existsSync(file) ? new Response(await readFile(file)) : new Response(null, notFound)
    },
    fromNode: createRequire(import.meta.url),
  })
  const code = readFileSync(join(output, 'edge.js'), 'utf8')
  return runInContext(`${code}\nedge`, context)
}
