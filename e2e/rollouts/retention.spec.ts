import { once } from 'node:events'
import { rmSync } from 'node:fs'

import { startAnother } from '../support/another-product.ts'
import { errand, releaseWith } from '../support/errand.ts'
import { anotherEnvironment } from '../support/product.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

const app = 'remote-jobs'

interface State {
  channel: { lineage: string[] }
  releases: { version: string; lastSeenAt: string | null }[]
}

test('files stay while a tab runs them; without them it asks for a reload', async ({ page }) => {
  // A product of its own: here the release that everybody began with is deleted.
  const environment = anotherEnvironment()
  const origin = `http://localhost:${environment.PORT}`
  const target = { dataDir: environment.DATA_DIR, registry: origin, edge: origin }
  const run = (...args: string[]) => errand(args, { target })
  const state = async () => (await run('status', app)) as unknown as State
  const product = await startAnother(environment)
  try {
    await page.goto(`${origin}/login`)
    await signIn(page, newPhoneNumber(), `http://127.0.0.1:${environment.IDENTITY_PORT}`)
    await page.goto(`${origin}/jobs`)
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
    const [first = ''] = (await state()).channel.lineage

    const edits = [
      {
        file: 'src/job-form/new-job-page.tsx',
        from: "title={say('newTitle')}",
        to: 'title="A new job"',
      },
    ]
    const second = await releaseWith(app, edits, target)
    await run('rollout', app, second, '--to', '100%')
    await run('promote', app)
    await expect
      .poll(
        async () => (await state()).releases.find(({ version }) => version === first)?.lastSeenAt,
      )
      .not.toBeNull()

    await expect(run('gc', app, first)).rejects.toThrow(/A page ran remote-jobs .* force it/)
    await run('gc', app, first, '--force')
    await page
      .getByRole('link', { name: /new job/i })
      .first()
      .click()
    await expect(page.getByText(/A new version of .* is here/)).toBeVisible()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A new job' })).toBeVisible()
  } finally {
    product.kill('SIGTERM')
    await once(product, 'exit')
    rmSync(environment.DATA_DIR, { recursive: true })
  }
})
