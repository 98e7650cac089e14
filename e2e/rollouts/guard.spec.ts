import { randomBytes } from 'node:crypto'

import { request as http, type Browser, type Page } from 'playwright/test'

import { errand, releaseWith, versionGivenTo, type Edit } from '../support/releases.ts'
import { expect, test, type OwnEdge } from '../support/servers.ts'
import { newPhoneNumber, signInByApi } from '../support/test.ts'

const app = 'remote-jobs'

/** A release that throws in every browser but that with a cookie. */
const throwing: Edit[] = [
  {
    file: 'src/routes.tsx',
    from: 'export const',
    to: "if (!document.cookie.includes('spared=guard')) throw new Error('planted')\nexport const",
  },
  {
    file: 'src/job-form/new-job-page.tsx',
    from: "title={say('newTitle')}",
    to: 'title="Thrown page"',
  },
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

interface Why {
  apps: { app: string; arm?: string; decision: { rule: string; reason: string } | null }[]
}

/** What the edge says of a visitor's release of the app. */
async function whyOf({ request }: Page, visitor: string) {
  const answer = await request.get(`/why?visitor=${visitor}`)
  return ((await answer.json()) as Why).apps.find((one) => one.app === app)
}

/** Ids of new visitors: one of five was drawn for the candidate. */
async function drawVisitors(page: Page) {
  const candidate: string[] = []
  const stable: string[] = []
  while (candidate.length < 4 || stable.length < 16) {
    const visitor = `v${randomBytes(16).toString('base64url').slice(0, 21)}`
    const { arm } = (await whyOf(page, visitor)) ?? {}
    if (arm === 'candidate') candidate.push(visitor)
    if (arm === 'stable') stable.push(visitor)
  }
  return { candidate: candidate.slice(0, 4), stable: stable.slice(0, 16) }
}

/** Opens the app in a fresh browser; returns what its page has reported of its release. */
async function visit(browser: Browser, { origin }: OwnEdge, visitor: string): Promise<object> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signInByApi(page, newPhoneNumber(), origin)
  await context.addCookies([
    { name: '__Host-errand_visitor', value: visitor, url: origin, secure: true },
  ])
  const reported = page.waitForRequest((sent) => {
    const said = sent.method() === 'POST' ? (sent.postData() ?? '') : ''
    return said.includes(`"app":"${app}"`) && /"status":"(ready|failed)"/.test(said)
  })
  await page.goto('/jobs')
  const report: object = (await reported).postDataJSON()
  await expect(heading(page, 'Jobs')).toBeVisible()
  await context.close()
  return report
}

/** Opens the document as another visitor, whose page reports the same. */
async function repeat(report: object, { origin }: OwnEdge, visitor: string): Promise<void> {
  const cookie = `__Host-errand_visitor=${visitor}; __Host-errand_signed_in=1`
  const visiting = await http.newContext({
    baseURL: origin,
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  const document = await visiting.get('/jobs', { headers: { accept: 'text/html' } })
  const [, token] = /data-token="([^"]+)"/.exec(await document.text()) ?? []
  expect(token).toBeDefined()
  await visiting.post('/signal', { data: { ...report, token } })
  await visiting.dispose()
}

test('a release that throws for every visitor is taken back within 20 visits, without a hand', async ({
  owner: { page },
  browser,
  own,
}) => {
  const { target } = own
  const version = await releaseWith(app, throwing, target)
  await errand(['rollout', app, version, '--to', '20%'], { target })
  // Somebody whose page of it is open, and works.
  await page.request.get('/')
  const cookies = await page.context().cookies()
  const visitor = cookies.find(({ name }) => name === '__Host-errand_visitor')?.value ?? ''
  await page.context().addCookies([{ name: 'spared', value: 'guard', url: own.origin }])
  await errand(['pin', app, visitor, 'candidate'], { target })
  await expect.poll(() => versionGivenTo(page, app)).toBe(version)
  await page.goto('/jobs/new')
  await expect(heading(page, 'Thrown page')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  // Two visits are real; what their pages report is repeated for the others.
  const { candidate, stable } = await drawVisitors(page)
  for (const [first = '', ...others] of [stable, candidate]) {
    const report = await visit(browser, own, first)
    for (const other of others) await repeat(report, own, other)
  }

  // Should the minute turn between the visits, there is no stable page beside those of the next one.
  const rule = expect.stringMatching(/^(worse|failing)$/)
  const decision = { version, verdict: 'stop', rule }
  await expect
    .poll(async () => (await errand(['status', app], { target }))['channel'])
    .toMatchObject({ candidate: null, stopped: [version], decision })
  const reason = expect.stringMatching(
    /^\d of \d visitors' pages failed, (of stable 0 of \d+|with no stable release beside it) \(E/,
  )
  const [last] = Object.values(await errand(['history', app], { target }))
  expect(last).toMatchObject({ actor: 'guard', action: 'stop', reason })
  await expect
    .poll(async () => (await whyOf(page, visitor))?.decision)
    .toMatchObject({ ...decision, reason })
  await expect(heading(page, 'New job')).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
