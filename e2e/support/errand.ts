import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { origin, productEnvironment, tlsEnvironment } from './product.ts'
import { copySource, edit, root } from './source.ts'

const run = promisify(execFile)

/** Runs the `errand` command against the product under test; what it answered, read. */
export async function errand(args: string[], cwd = root): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, ['delivery/cli/errand.ts', '--json', ...args], {
    cwd,
    env: {
      ...process.env,
      DATA_DIR: productEnvironment.DATA_DIR,
      ERRAND_REGISTRY: origin,
      ERRAND_EDGE: origin,
      NODE_EXTRA_CA_CERTS: tlsEnvironment.TLS_CERT_FILE,
    },
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

/** A change of one place in an app's source. */
export interface Edit {
  file: string
  from: string
  to: string
}

/** Builds an app with these changes and publishes it; answers the version. */
export async function releaseWith(app: string, edits: Edit[]): Promise<string> {
  const copy = copySource()
  try {
    for (const { file, from, to } of edits) edit(join(copy, app, file), from, to)
    const { version } = await errand(['release', app], copy)
    return String(version)
  } finally {
    rmSync(copy, { recursive: true })
  }
}
