import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { anotherEnvironment } from '../support/product.ts'
import { copySource, edit } from '../support/source.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

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

    edit(
      join(copy, 'remote-jobs/src/job-form/new-job-page.tsx'),
      "title={say('newTitle')}",
      'title="Hot"',
    )
    await expect(page.getByRole('heading', { name: 'Hot', level: 1 })).toBeVisible()
    edit(join(copy, 'host/src/shell/main-navigation.tsx'), "say('signOut')", '"Leave"')
    await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible()

    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before')
    // Before its server stops, which the page would say too.
    await page.goto('about:blank')
    // Development builds say more on the console than production ones.
    consoleErrors.splice(0, consoleErrors.length)
  } finally {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
    rmSync(environment.DATA_DIR, { recursive: true })
    rmSync(copy, { recursive: true })
  }
})
