import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, type Page } from 'playwright/test'

import { buildWith, type Edit } from './planted-build.ts'
import { origin, productEnvironment, tlsEnvironment } from './product.ts'
import { copySource, edit, root } from './source.ts'

const run = promisify(execFile)

/** Where a product's registry and edge are, and the data that proves who may change them. */
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

/** Runs the `errand` command, from this source if no other is named; what it answered, read. */
export async function errand(
  args: string[],
  { cwd = root, target = productUnderTest }: { cwd?: string; target?: Target } = {},
): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, ['delivery/cli/errand.ts', '--json', ...args], {
    cwd,
    env: {
      ...process.env,
      DATA_DIR: target.dataDir,
      ERRAND_REGISTRY: target.registry,
      ERRAND_EDGE: target.edge,
      NODE_EXTRA_CA_CERTS: tlsEnvironment.TLS_CERT_FILE,
    },
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Publishes an app's build with these changes; answers the version. */
export async function releaseWith(app: string, edits: Edit[], target?: Target): Promise<string> {
  const dist = await buildWith(app, edits)
  const { version } = await errand(['release', app, '--dist', dist], { ...(target && { target }) })
  return String(version)
}

/** The same by the command's own build, from a copy of the source with these changes. */
export async function releaseFromSource(
  app: string,
  edits: Edit[],
  target?: Target,
): Promise<string> {
  const copy = copySource()
  try {
    for (const { file, from, to } of edits) edit(join(copy, app, file), from, to)
    const { version } = await errand(['release', app], { cwd: copy, ...(target && { target }) })
    return String(version)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

interface Explanation {
  app: string
  runs: string | null
}

/** The version of an app that this browser is given now. */
export async function versionGivenTo({ request }: Page, app: string): Promise<string | null> {
  const { apps } = (await (await request.get('/why', { maxRetries: 2 })).json()) as {
    apps: Explanation[]
  }
  return apps.find((entry) => entry.app === app)?.runs ?? null
}

async function visitorOf(page: Page): Promise<string | undefined> {
  // The first document names the visitor; asked for without a page, it starts none.
  if (await named()) return named()
  await page.request.get('/')
  return named()

  async function named(): Promise<string | undefined> {
    const cookies = await page.context().cookies()
    return cookies.find(({ name }) => name === 'errand_visitor')?.value
  }
}

/** Gives this browser, and nobody else, the candidate; resolves when the edge has heard of it. */
export async function giveTo(
  page: Page,
  app: string,
  version: string,
  target?: Target,
): Promise<void> {
  const options = target && { target }
  const visitor = (await visitorOf(page)) ?? ''
  await errand(['rollout', app, version, '--to', '0%'], options)
  await errand(['pin', app, visitor, 'candidate'], options)
  await expect.poll(() => versionGivenTo(page, app)).toBe(version)
}
