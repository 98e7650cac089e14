import { request as http, type APIRequestContext, type Browser, type Page } from 'playwright/test'

import { confirmNumber, storedSession, type Identity } from '../support/identity.ts'
import { errand, releaseWith, versionGivenTo, type Edit } from '../support/releases.ts'
import { expect, test, type OwnEdge } from '../support/servers.ts'
import { newPhoneNumber, openApi } from '../support/test.ts'

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

/** An owner with a browser of which the edge knows that it is theirs. */
interface KnownOwner {
  identity: Identity
  /** Calls with the browser's cookies. */
  request: APIRequestContext
}

/** Signs an owner in, whose browser the edge knows from then on. */
async function knowOwner({ origin }: OwnEdge): Promise<KnownOwner> {
  const request = await http.newContext({ baseURL: origin, ignoreHTTPSErrors: true })
  await request.get('/login', { headers: { accept: 'text/html' } })
  const identity = await confirmNumber(newPhoneNumber())
  const api = await openApi(request, identity, origin)
  await api.ask('GET', '/api/auth/profile')
  return { identity, request }
}

/** What the edge says of the app's release in a browser. */
async function whyOf(request: APIRequestContext) {
  const answer = await request.get('/why')
  return ((await answer.json()) as Why).apps.find((one) => one.app === app)
}

/** The owners by the arm that their browser was drawn for. */
async function byArm(owners: KnownOwner[]) {
  const arms = new Map<string | undefined, KnownOwner[]>()
  for (const owner of owners) {
    const { arm } = (await whyOf(owner.request)) ?? {}
    arms.set(arm, [...(arms.get(arm) ?? []), owner])
  }
  return { candidate: arms.get('candidate') ?? [], stable: arms.get('stable') ?? [] }
}

/** Opens the app in an owner's browser; returns what its page has reported of its release. */
async function visit(
  browser: Browser,
  { origin }: OwnEdge,
  { identity, request }: KnownOwner,
): Promise<object> {
  const context = await browser.newContext()
  await context.setStorageState(storedSession(identity, origin))
  await context.addCookies((await request.storageState()).cookies)
  const page = await context.newPage()
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

/** Opens the document as another owner, whose page reports the same. */
async function repeat(report: object, { origin }: OwnEdge, { request }: KnownOwner): Promise<void> {
  const { cookies } = await request.storageState()
  const own = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const cookie = `${own}; __Host-errand_signed_in=1`
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

test('a release that throws for every visitor is stopped automatically within 20 visits', async ({
  owner: { page },
  browser,
  own,
}) => {
  const { target } = own
  const version = await releaseWith(app, throwing, target)
  // Owners of before: whoever comes when the rollout is under way could have chosen a release.
  const owners = await Promise.all(Array.from({ length: 60 }, () => knowOwner(own)))
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
  // What the page itself has asked for makes its browser a known one.
  const kept = (await page.context().cookies()).map(({ name }) => name)
  expect(kept).toContain('__Host-errand_known')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  // Two visits are real; what their pages report is repeated for the others.
  const { candidate, stable } = await byArm(owners)
  for (const [first, ...others] of [stable.slice(0, 16), candidate.slice(0, 4)]) {
    if (first === undefined) throw new Error('Nobody was drawn for one of the arms')
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
    .poll(async () => (await whyOf(page.request))?.decision)
    .toMatchObject({ ...decision, reason })
  await expect(heading(page, 'New job')).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
