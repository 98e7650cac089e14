import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../src/root.ts'

/** A checkout with nothing installed, in a folder with a space in its name. */
function emptyCheckout(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'errand-bootstrap-')), 'my projects')
  cpSync(join(root, 'tools/bootstrap'), join(folder, 'tools/bootstrap'), { recursive: true })
  cpSync(join(root, 'tools/bootstrap.mjs'), join(folder, 'tools/bootstrap.mjs'))
  for (const file of ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml']) {
    cpSync(join(root, file), join(folder, file))
  }
  return folder
}

function bootstrap(folder: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  return new Promise<{ code: unknown; output: string; errors: string }>((resolve) => {
    execFile(
      process.execPath,
      [...args, join(folder, 'tools/bootstrap.mjs'), 'start'],
      { env: { ...process.env, ...env } },
      (error, output, errors) => resolve({ code: error?.code ?? 0, output, errors }),
    )
  })
}

test('an old Node is refused in one sentence', async () => {
  const folder = emptyCheckout()
  const old = join(folder, 'old.mjs')
  writeFileSync(old, "Object.defineProperty(process, 'versions', { value: { node: '18.20.1' } })\n")

  const { code, errors } = await bootstrap(folder, {}, '--import', old)

  expect(code).toBe(1)
  expect(errors).toBe(
    'Errand needs Node 20.12 or newer to start; this is Node 18.20.1. Install it from https://nodejs.org and run the command again.\n',
  )
})

test('a registry out of reach is one sentence', async () => {
  const folder = emptyCheckout()
  const nowhere = 'http://127.0.0.1:1/'

  const { code, errors } = await bootstrap(folder, {
    npm_config_registry: nowhere,
    npm_config_cache: join(folder, 'cache'),
    pnpm_config_registry: nowhere,
  })

  expect(code).toBe(1)
  expect(errors).toBe(
    'The packages could not be downloaded: the package registry cannot be reached. Check the network connection and run the command again.\n',
  )
})

test('what is installed is not installed again, and takes no time to see', async () => {
  const folder = emptyCheckout()
  writeFileSync(join(folder, 'package.json'), '{}')
  cpSync(join(root, 'tools/bootstrap'), join(folder, 'tools/bootstrap'), { recursive: true })
  const { fingerprint } = (await import(join(folder, 'tools/bootstrap/fingerprint.mjs'))) as {
    fingerprint: (root: string) => string
  }
  cpSync(join(root, 'tools/bootstrap.mjs'), join(folder, 'node_modules/.bin/none'))
  writeFileSync(join(folder, 'node_modules/.errand-installed'), fingerprint(folder))

  const { errors } = await bootstrap(folder, { npm_config_registry: 'http://127.0.0.1:1/' })

  // On to the command itself, with a Node that is not in this folder.
  expect(errors).toContain('ENOENT')
})
