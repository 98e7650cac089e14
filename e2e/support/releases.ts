import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'

import { expect, type Page } from 'playwright/test'

import { origin, productEnvironment, root, tlsEnvironment } from './product.ts'

const execute = promisify(execFile)

export const remotes = ['remote-jobs', 'remote-chats', 'remote-billing']

/** The parts of a build's manifest that the tests need. */
interface Build {
  version: string
  files: Record<string, string>
  /** A host's own pages. */
  paths?: string[]
  /** The page that shows the widgets of remotes. */
  widgetsAt?: string
  /** A remote's pages, below its mount. */
  pages?: { path: string; preload: string[] }[]
  place?: { mount: string }
  /** What a remote's widget loads. */
  widget?: string[]
}

/** The manifest of a build, by default of the one that everybody runs. */
export const readBuild = (app: string, dist = join(root, app, 'dist')): Build =>
  JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8')) as Build

/** A replacement in an app's source. */
export interface Edit {
  file: string
  from: string
  to: string
}

/** A copy of the source that a test may change; it shares installed packages. */
export function copySource(): string {
  const copy = mkdtempSync(join(tmpdir(), 'errand-source-'))
  const excluded = new Set(['.git', '.cache', '.data', 'dist', 'test-results'])
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !excluded.has(basename(path)) && relative(root, path) !== 'node_modules',
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Replaces a text in a file, which must contain it. */
export function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

/** The folder of a cached build: most runs change nothing that it depends on. */
export async function cachedBuild(
  { name, version }: { name: string; version: string },
  build: (folder: string) => Promise<unknown>,
): Promise<string> {
  const cache = join(root, '.cache/e2e')
  const folder = join(cache, `${name}@${version}`)
  if (existsSync(folder)) return folder
  for (const old of globSync(`${name}@*`, { cwd: cache })) {
    // Not what another worker is about to build.
    if (!old.startsWith(`${name}@${version}`)) rmSync(join(cache, old), { recursive: true })
  }
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  await build(unfinished)
  // Renamed when complete, so that an interrupted build is never used.
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another worker has finished the same build.
    if (!existsSync(folder)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return folder
}

/** Builds an app with these changes; each combination is used by one test file only. */
export function buildWith(app: string, edits: Edit[]): Promise<string> {
  const change = createHash('sha256').update(JSON.stringify(edits)).digest('hex').slice(0, 12)
  const { version } = readBuild(app)
  // A version is the hash of its source, and the product under test was built from the current one.
  return cachedBuild({ name: `${app}-${change}`, version }, async (folder) => {
    const copy = copySource()
    const cwd = join(copy, app)
    for (const { file, from, to } of edits) edit(join(cwd, file), from, to)
    const rsbuild = join(cwd, 'node_modules/@rsbuild/core/bin/rsbuild.js')
    const env = { ...process.env, NODE_ENV: 'production' }
    await execute(process.execPath, [rsbuild, 'build'], { cwd, env })
    cpSync(join(cwd, 'dist'), folder, { recursive: true })
    rmSync(copy, { recursive: true })
  })
}

/** A product's registry and edge, and the data directory with their credentials. */
export interface Target {
  dataDir: string
  registry: string
  edge: string
}

const productUnderTest: Target = {
  dataDir: productEnvironment.DATA_DIR,
  registry: origin,
  edge: origin,
}

/** Runs the `errand` command, by default from this source; returns its parsed output. */
export async function errand(
  args: string[],
  { cwd = root, target = productUnderTest }: { cwd?: string; target?: Target } = {},
): Promise<Record<string, unknown>> {
  const { stdout } = await execute(
    process.execPath,
    ['delivery/cli/errand.ts', '--json', ...args],
    {
      cwd,
      env: {
        ...process.env,
        DATA_DIR: target.dataDir,
        ERRAND_REGISTRY: target.registry,
        ERRAND_EDGE: target.edge,
        NODE_EXTRA_CA_CERTS: tlsEnvironment.TLS_CERT_FILE,
      },
    },
  )
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Publishes a changed build of an app; returns its version. */
export async function releaseWith(
  app: string,
  edits: Edit[],
  target = productUnderTest,
): Promise<string> {
  const dist = await buildWith(app, edits)
  const { version } = await errand(['release', app, '--dist', dist], { target })
  return String(version)
}

/** The version of an app that this browser gets now. */
export async function versionGivenTo({ request }: Page, app: string): Promise<string | null> {
  const answer = await request.get('/why', { maxRetries: 2 })
  const { apps } = (await answer.json()) as { apps: { app: string; runs: string | null }[] }
  return apps.find((entry) => entry.app === app)?.runs ?? null
}

/** Gives the candidate to this browser only; resolves when the edge knows. */
export async function giveTo(
  page: Page,
  app: string,
  version: string,
  target = productUnderTest,
): Promise<void> {
  // A document sets the visitor's cookie; requested without a page, it starts nothing.
  await page.request.get('/')
  const cookies = await page.context().cookies()
  const visitor = cookies.find(({ name }) => name === '__Host-errand_visitor')?.value ?? ''
  await pinTo(visitor, app, version, target)
  await expect.poll(() => versionGivenTo(page, app)).toBe(version)
}

/** Makes a release the candidate, of this visitor alone. */
export async function pinTo(
  visitor: string,
  app: string,
  version: string,
  target = productUnderTest,
): Promise<void> {
  await errand(['rollout', app, version, '--to', '0%', '--replace'], { target })
  await errand(['pin', app, visitor, 'candidate'], { target })
}
