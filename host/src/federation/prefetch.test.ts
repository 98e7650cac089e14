import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { aRemote } from '../testing/remote-release.ts'
import { prefetchRemotes, preloadOnIntent } from './prefetch.ts'

const integrity = `sha384-${'A'.repeat(64)}`
const script = (url: string) => ({ url, as: 'script' as const, integrity })
const jobs = aRemote('Jobs', {
  entry: script('/jobs/entry.js'),
  preload: [script('/jobs/routes.js')],
  pages: [
    { path: '', preload: [script('/jobs/list.js')] },
    { path: ':id/edit', preload: [script('/jobs/edit.js'), script('/jobs/routes.js')] },
  ],
})
const chats = aRemote('Chats', { entry: script('/chats/entry.js') })
const places = [{ remote: jobs }, { remote: chats }]

const fetched = vi.fn<typeof fetch>()
const fetchedPaths = () => fetched.mock.calls.map(([url]) => url)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched.mockReset().mockRejectedValue(new TypeError('offline')))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'connection')
  document.head.replaceChildren()
  document.body.replaceChildren()
})

test('remotes are fetched when the page is idle, as their code will ask for them', () => {
  document.head.innerHTML = '<link rel="preload" as="script" href="/chats/entry.js">'
  prefetchRemotes(places)
  expect(fetched).not.toHaveBeenCalled()
  vi.runAllTimers()

  // By default a fetch has the mode and the credentials of a script that is `anonymous`.
  const options = { integrity, priority: 'low' }
  expect(fetched.mock.calls).toEqual([
    ['/jobs/entry.js', options],
    ['/jobs/routes.js', options],
  ])
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'nothing is fetched ahead with %o',
  (connection) => {
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
    prefetchRemotes(places)
    vi.runAllTimers()

    expect(fetched).not.toHaveBeenCalled()
  },
)

test('what a link leads to is fetched once somebody seems to want it', () => {
  preloadOnIntent(places)
  document.body.innerHTML = `
    <a href="https://elsewhere.example/jobs">Elsewhere</a>
    <a href="/settings">Settings</a>
    <a href="/jobs/job_1/edit"><span>Edit</span></a>`
  for (const element of document.querySelectorAll('a, span')) {
    element.dispatchEvent(new Event('pointerover', { bubbles: true }))
  }
  expect(fetchedPaths()).toEqual(['/jobs/entry.js', '/jobs/routes.js', '/jobs/edit.js'])

  document.body.innerHTML = '<a href="/jobs">Jobs</a>'
  document.querySelector('a')?.dispatchEvent(new Event('focusin', { bubbles: true }))
  expect(fetchedPaths()).toContain('/jobs/list.js')
})
