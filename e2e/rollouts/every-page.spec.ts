import type { Page } from 'playwright/test'

import { aContact } from '../support/contacts.ts'
import { readBuild, remotes } from '../support/releases.ts'
import { expect, test } from '../support/test.ts'

declare global {
  interface Window {
    /** Scripts and style sheets of the page that came without a hash, or from elsewhere. */
    unchecked: string[]
    violations: string[]
  }
}

/** Sees every script and style sheet that is ever in a document, and what its policy refused. */
function watchDocument(): void {
  window.unchecked = []
  window.violations = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.violations.push(`${violatedDirective} ${blockedURI}`),
  )
  const look = (node: Node): void => {
    if (!(node instanceof HTMLScriptElement || node instanceof HTMLLinkElement)) return
    if (node instanceof HTMLLinkElement && node.rel !== 'stylesheet') return
    if (node instanceof HTMLScriptElement && node.type === 'application/json') return
    const url = node instanceof HTMLScriptElement ? node.src : node.href
    if (node.integrity === '' || !url.startsWith(`${location.origin}/`))
      window.unchecked.push(url || node.outerHTML)
  }
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) look(node)
  }).observe(document, { childList: true, subtree: true })
}

const kinds = new Set(['Script', 'Stylesheet', 'Font', 'Other'])

const maxSteps = 2

/**
 * Opens a page that gets no file of a release later than two steps after its document: 1 is asked
 * for by the document itself, 2 by something of step 1, and so on. Returns the steps of the files.
 */
async function stepsOf(
  page: Page,
  path: string,
  headings: readonly string[],
): Promise<Map<string, number>> {
  const steps = new Map<string, number>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const { frameTree } = await session.send('Page.getFrameTree')
  let documentId = ''
  session.on('Network.requestWillBeSent', ({ request, initiator, type, loaderId, frameId }) => {
    // Until its document is there, the page before may still be loading its own files.
    if (type === 'Document' && frameId === frameTree.frame.id) documentId = loaderId
    if (loaderId !== documentId) return
    const { pathname } = new URL(request.url)
    if (!kinds.has(type ?? '') || !pathname.startsWith('/r/') || steps.has(request.url)) return
    const callers = [initiator.url, ...(initiator.stack?.callFrames ?? []).map(({ url }) => url)]
    const caller = Math.max(0, ...callers.map((url) => steps.get(url ?? '') ?? 0))
    steps.set(request.url, caller + 1)
  })
  // What a page asks for later, it has to be shown without.
  await session.send('Fetch.enable')
  session.on('Fetch.requestPaused', async ({ requestId, request }) => {
    // The browser may pause a request before it tells who has asked for it.
    if (new URL(request.url).pathname.startsWith('/r/')) await page.waitForTimeout(100)
    if ((steps.get(request.url) ?? 0) > maxSteps) return
    await session.send('Fetch.continueRequest', { requestId }).catch(() => {})
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('h1:not([aria-busy="true"] *)')).toBeVisible()
  for (const name of headings) await expect(page.getByRole('heading', { name })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(path)
  await session.detach()
  return steps
}

/** The page is there after two steps, and nothing ran that no hash was known for. */
async function expectFlatAndChecked(
  page: Page,
  path: string,
  headings: readonly string[] = [],
): Promise<string[]> {
  const steps = await stepsOf(page, path, headings)
  const seen = await page.evaluate(() => ({
    unchecked: window.unchecked,
    violations: window.violations,
  }))
  expect(seen).toEqual({ unchecked: [], violations: [] })
  return [...steps].filter(([, step]) => step === 1).map(([url]) => url)
}

test('every page of the host is shown with code that loads in two steps', async ({
  owner,
  browser,
}) => {
  const { paths = [] } = readBuild('host')
  expect(paths).toContain('/login')
  const visitor = await browser.newPage()
  for (const path of paths) {
    await test.step(path, async () => {
      const page = path === '/login' ? visitor : owner.page
      await page.addInitScript(watchDocument)
      await expectFlatAndChecked(page, path)
    })
  }
  await visitor.close()
})

test('the widgets of the remotes load in one step', async ({ owner: { page, api } }) => {
  // Until then the dashboard is the first steps.
  await aContact(api, 'Ravi')('Is anybody there?')
  const { widgetsAt = '' } = readBuild('host')
  await page.addInitScript(watchDocument)
  const headings = ['Jobs', '1 chat needs you', 'Balance']
  const first = await expectFlatAndChecked(page, widgetsAt, headings)
  for (const app of remotes) {
    const { widget = [] } = readBuild(app)
    expect(widget.length).toBeGreaterThan(0)
    for (const file of ['remoteEntry.js', ...widget])
      expect(first.some((url) => url.includes(`/r/${app}/`) && url.endsWith(file))).toBe(true)
  }
})

test('the code of every remote page loads in one step', async ({
  owner: { page },
  plantedFailures,
}) => {
  // The id of a job is none of a form or of an order.
  plantedFailures.push('/api/chats/forms/', '/api/billing/orders/')
  await page.goto('/jobs/new')
  await page.getByLabel('Name', { exact: true }).fill('Greeter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/edit$/)
  const [, id = ''] = /\/jobs\/(.+)\/edit/.exec(page.url()) ?? []
  await page.addInitScript(watchDocument)

  for (const app of remotes) {
    const { pages = [], place } = readBuild(app)
    expect(pages.length).toBeGreaterThan(0)
    // What has no code of its own leads elsewhere.
    for (const { path, preload } of pages.filter((one) => one.preload.length > 0)) {
      const address = `${place?.mount}/${path}`.replace(/\/$/, '').replace(':id', id)
      await test.step(address, async () => {
        const first = await expectFlatAndChecked(page, address)
        for (const file of ['remoteEntry.js', ...preload])
          expect(first.some((url) => url.includes(`/r/${app}/`) && url.endsWith(file))).toBe(true)
      })
    }
  }
})
