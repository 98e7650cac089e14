import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createInterface } from 'node:readline'

import { anotherEnvironment } from '../support/product.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

const root = join(import.meta.dirname, '../..')

/** A copy of the source that a test may change; installed packages are the same ones. */
function copySource(): string {
  const copy = mkdtempSync(join(tmpdir(), 'errand-source-'))
  const left = new Set(['.git', '.data', 'dist', 'test-results'])
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !left.has(basename(path)) && relative(root, path) !== 'node_modules',
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

test('a change of a remote, or of the host, shows at once and keeps what was typed', async ({
  page,
  consoleErrors,
}) => {
  test.slow()
  const copy = copySource()
  const environment = anotherEnvironment()
  const dev: ChildProcess = spawn(process.execPath, ['tools/src/dev.ts'], {
    cwd: copy,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const line of createInterface({ input: dev.stdout ?? process.stdin })) {
      if (line.startsWith('Ready in')) break
    }
    await page.goto(`http://localhost:${environment.PORT}/login?next=/jobs/new`)
    await signIn(page, newPhoneNumber(), `http://127.0.0.1:${environment.IDENTITY_PORT}`)
    await page.getByLabel('Name', { exact: true }).fill('Typed before')

    edit(join(copy, 'remote-jobs/src/job-form/new-job-page.tsx'), 'title="New job"', 'title="Hot"')
    await expect(page.getByRole('heading', { name: 'Hot', level: 1 })).toBeVisible()
    edit(join(copy, 'host/src/shell/main-navigation.tsx'), 'Sign out', 'Leave')
    await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible()

    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before')
    // Development builds say more on the console than production ones.
    consoleErrors.splice(0, consoleErrors.length)
  } finally {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
    rmSync(environment.DATA_DIR, { recursive: true })
    rmSync(copy, { recursive: true })
  }
})
