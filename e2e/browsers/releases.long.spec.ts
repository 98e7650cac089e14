import { errand, pinTo, releaseWith, type Edit, type Target } from '../support/releases.ts'
import { withOwnEdge, type OwnEdge } from '../support/servers.ts'
import { expectOnly, expectShown, type Tab } from './tab.ts'
import { expect, signIn, test as base } from './test.ts'

const app = 'remote-jobs'

/** A newer release, which throws in a browser that has a cookie. */
const newer: Edit[] = [
  {
    file: 'src/routes.tsx',
    from: 'export const',
    to: "if (document.cookie.includes('fault=import')) throw new Error('planted')\nexport const",
  },
  {
    file: 'src/job-form/new-job-page.tsx',
    from: "title={say('newTitle')}",
    to: 'title="Walked page"',
  },
]

/** Each engine has a registry of its own: what is killed in one would be gone from the other. */
const test = base.extend<object, { own: OwnEdge }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads here what a fixture needs
  own: [({}, use) => withOwnEdge(use), { scope: 'worker' }],
  edge: ({ own }, use) => use(own.origin),
})

// One after the other: what is killed can be given to nobody.
test.describe.configure({ mode: 'default' })

const heading = (tab: Tab, name: string) => expectShown(tab, 'heading', name)

/** Gives the release to this browser alone; ends when the edge knows. */
async function giveTo(tab: Tab, version: string, target: Target): Promise<void> {
  await pinTo((await tab.cookie('__Host-errand_visitor')) ?? '', app, version, target)
  const given = () =>
    tab.evaluate(async () => {
      const answer = await fetch('/why')
      const { apps } = (await answer.json()) as { apps: { app: string; runs: string | null }[] }
      return apps.find((entry) => entry.app === 'remote-jobs')?.runs
    })
  await expect.poll(given).toBe(version)
}

test('a preview link shows a release until the visitor leaves the preview', async ({
  tab,
  owner,
  own: { target },
}) => {
  const version = await releaseWith(app, newer, target)
  await signIn(tab, owner.phoneNumber)
  const { url } = await errand(['override', app, version, '--path', '/jobs/new'], { target })
  await tab.goto(String(url))
  await heading(tab, 'Walked page')
  const text = () => tab.evaluate(() => document.body.innerText)
  await expect.poll(text).toContain(`Preview: ${app} ${version}`)
  await tab.click('button', 'Leave preview')
  await heading(tab, 'New job')
})

test('a release that throws is replaced by the previous one', async ({
  tab,
  owner,
  own: { target },
}) => {
  const version = await releaseWith(app, newer, target)
  await signIn(tab, owner.phoneNumber)
  await giveTo(tab, version, target)
  await tab.goto('/jobs/new')
  await heading(tab, 'Walked page')
  expectOnly(tab, [])

  await tab.setCookie('fault', 'import')
  // The second document does not try the broken one again.
  for (const planted of [[/planted/], []]) {
    await tab.goto('/jobs/new')
    await heading(tab, 'New job')
    expectOnly(tab, planted)
  }
})

test('an open page replaces a killed release without a reload', async ({
  tab,
  owner,
  own: { target },
}) => {
  const version = await releaseWith(app, newer, target)
  await signIn(tab, owner.phoneNumber)
  await giveTo(tab, version, target)
  await tab.goto('/jobs/new')
  await heading(tab, 'Walked page')
  await tab.evaluate(() => void Object.assign(window, { isSamePage: true }))

  await errand(['kill', app, version, '--reason', 'planted'], { target })
  await heading(tab, 'New job')
  expect(await tab.evaluate(() => 'isSamePage' in window)).toBe(true)
})
