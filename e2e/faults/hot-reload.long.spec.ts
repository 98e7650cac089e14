import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { environmentOfAnother } from '../support/product.ts'
import { copySource, edit } from '../support/releases.ts'
import { runCommand } from '../support/servers.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

test('a change of a remote or the host is shown at once and keeps typed text', async ({
  page,
  consoleErrors,
}) => {
  const copy = copySource()
  const environment = environmentOfAnother()
  const dev = await runCommand(['tools/src/dev.ts'], environment, copy)
  await page.goto(`http://localhost:${environment.PORT}/login?next=/jobs/new`)
  await signIn(page, newPhoneNumber(), `http://127.0.0.1:${environment.IDENTITY_PORT}`)
  await page.getByLabel('Name', { exact: true }).fill('Typed before')

  const form = join(copy, 'remote-jobs/src/job-form/new-job-page.tsx')
  edit(form, "title={say('newTitle')}", 'title="Hot"')
  await expect(page.getByRole('heading', { name: 'Hot', level: 1 })).toBeVisible()
  edit(join(copy, 'host/src/shell/main-navigation.tsx'), "say('signOut')", '"Leave"')
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed before')

  // Before its server stops, which the page would say too.
  await page.goto('about:blank')
  // Development builds say more on the console than production ones.
  consoleErrors.length = 0
  await dev.stop()
  for (const folder of [environment.DATA_DIR, copy]) rmSync(folder, { recursive: true })
})
