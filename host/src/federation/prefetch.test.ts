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

const hints = (rel: string) =>
  [...document.head.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)].map(
    ({ href }) => new URL(href).pathname,
  )

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'connection')
  document.head.replaceChildren()
  document.body.replaceChildren()
})

test('remotes are prefetched when the page is idle, with their hashes', () => {
  prefetchRemotes(places)
  expect(hints('prefetch')).toEqual([])
  vi.runAllTimers()

  expect(hints('prefetch')).toEqual(['/jobs/entry.js', '/jobs/routes.js', '/chats/entry.js'])
  expect(document.head.querySelector('link')).toMatchObject({ integrity, crossOrigin: 'anonymous' })
})

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'nothing is prefetched with %o',
  (connection) => {
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
    prefetchRemotes(places)
    vi.runAllTimers()

    expect(hints('prefetch')).toEqual([])
  },
)

test('the target of a link is preloaded on hover or focus', () => {
  preloadOnIntent(places)
  document.body.innerHTML = `
    <a href="https://elsewhere.example/jobs">Elsewhere</a>
    <a href="/settings">Settings</a>
    <a href="/jobs/job_1/edit"><span>Edit</span></a>`
  for (const element of document.querySelectorAll('a, span')) {
    element.dispatchEvent(new Event('pointerover', { bubbles: true }))
  }
  expect(hints('preload')).toEqual(['/jobs/entry.js', '/jobs/routes.js', '/jobs/edit.js'])

  document.body.innerHTML = '<a href="/jobs">Jobs</a>'
  document.querySelector('a')?.dispatchEvent(new Event('focusin', { bubbles: true }))
  expect(hints('preload')).toContain('/jobs/list.js')
})
