import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'

import { startAnother } from '../support/another-product.ts'
import { anotherEnvironment } from '../support/product.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

/** The processes that a process has started. */
function childrenOf({ pid }: ChildProcess): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
}

test('a killed product comes back with everything, and nobody is signed out', async ({ page }) => {
  test.slow()
  const environment = anotherEnvironment()
  const origin = `http://localhost:${environment.PORT}`
  let { process: product } = await startAnother(environment)
  try {
    await page.goto(`${origin}/login`)
    await signIn(page, newPhoneNumber(), `http://127.0.0.1:${environment.IDENTITY_PORT}`)
    await page.goto(`${origin}/jobs/new`)
    await page.getByLabel('Name', { exact: true }).fill('Survivor')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/edit$/)

    // All at once, as when the machine loses its power: nobody can tidy up.
    for (const pid of [product.pid, ...childrenOf(product)]) process.kill(Number(pid), 'SIGKILL')
    await once(product, 'exit')
    product = (await startAnother(environment)).process

    await page.goto(`${origin}/jobs`)
    await expect(page.getByRole('link', { name: 'Survivor' })).toBeVisible()
    await page.getByRole('link', { name: 'Survivor' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Survivor')
  } finally {
    product.kill('SIGTERM')
    await once(product, 'exit')
    rmSync(environment.DATA_DIR, { recursive: true })
  }
})
