import { errand, releaseWith } from '../support/errand.ts'
import { newerJobs } from '../support/newer-jobs.ts'
import { expect, testAlone as test } from '../support/own-edge.ts'

const app = 'remote-jobs'

interface State {
  channel: { lineage: string[] }
  releases: { version: string; lastSeenAt: string | null }[]
}

// A registry of its own: here the release that everybody began with is deleted.
test('files stay while a tab runs them; without them it asks for a reload', async ({
  owner: { page },
  own: { target },
}) => {
  const run = (...args: string[]) => errand(args, { target })
  const state = async () => (await run('status', app)) as unknown as State
  await page.goto('/jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  const [first = ''] = (await state()).channel.lineage

  const second = await releaseWith(app, newerJobs, target)
  await run('rollout', app, second, '--to', '100%')
  await run('promote', app)
  await expect
    .poll(async () => (await state()).releases.find(({ version }) => version === first)?.lastSeenAt)
    .not.toBeNull()

  await expect(run('gc', app, first)).rejects.toThrow(/A page ran remote-jobs .* force it/)
  await run('gc', app, first, '--force')
  await page
    .getByRole('link', { name: /new job/i })
    .first()
    .click()
  await expect(page.getByText(/A new version of .* is here/)).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Newer job' })).toBeVisible()
})
