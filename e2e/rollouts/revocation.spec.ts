import { errand, giveTo, releaseWith, versionGivenTo } from '../support/errand.ts'
import { newerJobs } from '../support/newer-jobs.ts'
import { expect, test } from '../support/test.ts'

const app = 'remote-jobs'
const page = 'src/job-form/new-job-page.tsx'

const containerOf = (version: string | null): string =>
  `remote_jobs__${version?.replaceAll(/\W/g, '_')}`

// One after the other: an app has one candidate at a time.
test.describe.configure({ mode: 'serial' })

test('an open page leaves a killed release at once, without a reload', async ({
  owner: { page: tab },
}) => {
  const version = await releaseWith(app, [
    { file: page, from: "title={say('newTitle')}", to: 'title="A killed page"' },
  ])
  await giveTo(tab, app, version)
  await tab.goto('/jobs/new')
  await expect(tab.getByRole('heading', { level: 1, name: 'A killed page' })).toBeVisible()
  await tab.evaluate(() => Object.assign(window, { isSamePage: true }))
  const other = await tab.context().newPage()
  await other.goto('/settings')
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await errand(['kill', app, version, '--reason', 'planted'])

  await expect(tab.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
  expect(await tab.evaluate(() => 'isSamePage' in window)).toBe(true)

  await test.step('a page that had not opened it yet opens another one, without a word', async () => {
    await other.getByRole('link', { name: 'Jobs', exact: true }).click()
    await other.getByRole('link', { name: 'New job' }).first().click()
    await expect(other.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
    await expect(other.getByText('A newer version')).toBeHidden()
    const run = await other.evaluate(() =>
      Object.keys(window).filter((key) => key.startsWith('remote_jobs__')),
    )
    expect(run).toEqual([containerOf(await versionGivenTo(other, app))])
    await other.close()
  })
})

test('a page with unsaved work keeps its release until its owner says so', async ({
  owner: { page: tab },
}) => {
  const version = await releaseWith(app, [
    { file: page, from: "title={say('newTitle')}", to: 'title="Killed while typing"' },
  ])
  await giveTo(tab, app, version)
  await tab.goto('/jobs/new')
  await tab.getByLabel('Name', { exact: true }).fill('Half a job')

  await errand(['kill', app, version, '--reason', 'planted'])

  await expect(tab.getByText('A newer version of Jobs is ready')).toBeVisible()
  await expect(tab.getByRole('heading', { level: 1, name: 'Killed while typing' })).toBeVisible()
  await tab.getByRole('button', { name: 'Switch now' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
  await expect(tab.getByLabel('Name', { exact: true })).toHaveValue('Half a job')
})

test('a link opens a release in its tab alone, and says so', async ({ owner: { page: tab } }) => {
  const version = await releaseWith(app, newerJobs)
  const { url } = await errand(['override', app, version, '--path', '/jobs/new'])
  await tab.goto(String(url))
  await expect(tab.getByRole('heading', { level: 1, name: 'Newer job' })).toBeVisible()
  await expect(tab.getByText(`Preview: ${app} ${version}`)).toBeVisible()

  await tab.reload()
  await expect(tab.getByRole('heading', { level: 1, name: 'Newer job' })).toBeVisible()
  const other = await tab.context().newPage()
  await other.goto('/jobs/new')
  await expect(other.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()

  await tab.getByRole('button', { name: 'Leave preview' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
})
