import { errand, giveTo, releaseWith, versionGivenTo } from '../support/releases.ts'
import { expect, test } from '../support/test.ts'

const app = 'remote-jobs'
const edits = [
  {
    file: 'src/job-form/new-job-page.tsx',
    from: "title={say('newTitle')}",
    to: 'title="Killed page"',
  },
]

// One after the other: what is killed can be given to nobody.
test.describe.configure({ mode: 'serial' })

test('a preview link opens a release only in its own tab, with a notice', async ({
  owner: { page: tab },
}) => {
  const version = await releaseWith(app, edits)
  const { url } = await errand(['override', app, version, '--path', '/jobs/new'])
  await tab.goto(String(url))
  const heading = (name: string) => tab.getByRole('heading', { level: 1, name })
  await expect(heading('Killed page')).toBeVisible()
  await expect(tab.getByText(`Preview: ${app} ${version}`)).toBeVisible()

  await tab.reload()
  await expect(heading('Killed page')).toBeVisible()
  const other = await tab.context().newPage()
  await other.goto('/jobs/new')
  await expect(other.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
  await tab.getByRole('button', { name: 'Leave preview' }).click()
  await expect(heading('New job')).toBeVisible()
})

test('an open page replaces a killed release at once, or on request if it has unsaved work', async ({
  owner: { page },
}) => {
  const version = await releaseWith(app, edits)
  await giveTo(page, app, version)
  const [unsaved, unopened] = [await page.context().newPage(), await page.context().newPage()]
  for (const tab of [page, unsaved]) {
    await tab.goto('/jobs/new')
    await expect(tab.getByRole('heading', { level: 1, name: 'Killed page' })).toBeVisible()
    await tab.evaluate(() => Object.assign(window, { isSamePage: true }))
  }
  await unsaved.getByLabel('Name', { exact: true }).fill('Half a job')
  await unopened.goto('/settings')
  await expect(unopened.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await errand(['kill', app, version, '--reason', 'planted'])
  await expect(page.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await test.step('unsaved work keeps its release until its owner switches', async () => {
    await expect(unsaved.getByText('A newer version of Jobs is ready')).toBeVisible()
    await expect(unsaved.getByRole('heading', { level: 1, name: 'Killed page' })).toBeVisible()
    await unsaved.getByRole('button', { name: 'Switch now' }).click()
    await expect(unsaved.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
    await expect(unsaved.getByLabel('Name', { exact: true })).toHaveValue('Half a job')
  })

  await test.step('a page that had not opened it yet loads another release without a notice', async () => {
    await unopened.getByRole('link', { name: 'Jobs', exact: true }).click()
    await unopened.getByRole('link', { name: 'New job' }).first().click()
    await expect(unopened.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
    await expect(unopened.getByText('A newer version')).toBeHidden()
    const run = await unopened.evaluate(() =>
      Object.keys(window).filter((key) => key.startsWith('remote_jobs__')),
    )
    const live = await versionGivenTo(unopened, app)
    expect(run).toEqual([`remote_jobs__${live?.replaceAll(/\W/g, '_')}`])
  })
})
