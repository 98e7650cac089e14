import { avoidCookieName } from '@errand/contract/release'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { aRemote, twoReleases } from '../testing/remote-release.ts'
import { renderRemotes } from '../testing/render-remotes.tsx'
import { server } from '@errand/shared-auth/testing'

const jobs = twoReleases('Jobs')
const page = (text: string): RouteObject[] => [{ index: true, element: <h1>{text}</h1> }]
const both = { 'remote-jobs@2': page('Jobs 2'), 'remote-jobs@1': page('Jobs 1') }
const streaks = () => localStorage.getItem('errand:streaks')

beforeEach(() => {
  server.use(http.get('*/r/*', () => new HttpResponse(null, { status: 404 })))
})

afterEach(() => {
  document.cookie = `${avoidCookieName}=; path=/; max-age=0`
})

test('a start is counted until its page can be seen', async () => {
  const write = vi.spyOn(Storage.prototype, 'setItem')
  const { loadRoutes } = renderRemotes({ remotes: [jobs], tables: both, path: '/jobs' })
  await vi.waitFor(() => expect(loadRoutes).toHaveBeenCalledOnce())
  expect(write.mock.calls[0]).toEqual(['errand:streaks', '{"remote-jobs@2":1}'])

  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  await vi.waitFor(() => expect(streaks()).toBe('{}'))
  expect(document.cookie).not.toContain(avoidCookieName)
})

test('a page that is closed while it loads counts half: its code may have done it', async () => {
  localStorage.setItem('errand:streaks', '{"remote-jobs@2":1}')
  const loading = { 'remote-jobs@2': [{ index: true, loader: () => new Promise(() => {}) }] }
  const { loadRoutes } = renderRemotes({ remotes: [jobs], tables: loading, path: '/jobs' })
  await vi.waitFor(() => expect(loadRoutes).toHaveBeenCalledOnce())
  expect(streaks()).toBe('{"remote-jobs@2":2}')

  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pagehide'))
  expect(streaks()).toBe('{"remote-jobs@2":1.5}')
})

test('after a reload a page has to stay for a while: a release may reload it for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const reload = { type: 'reload' } as PerformanceNavigationTiming
  const navigation = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([reload])
  onTestFinished(() => {
    vi.useRealTimers()
    navigation.mockRestore()
  })
  renderRemotes({ remotes: [jobs], tables: both, path: '/jobs' })
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  expect(streaks()).toBe('{"remote-jobs@2":1}')

  window.dispatchEvent(new Event('pagehide'))
  expect(streaks()).toBe('{"remote-jobs@2":0.5}')

  // A page that was left in the browser's memory comes back as it was.
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(streaks()).toBe('{}')
  })
})

test.each([
  ['in favour of another release', { 'remote-jobs@1': page('Jobs 1') }, 'Jobs 1', 1],
  ['for good', {}, 'Jobs could not be loaded', 2],
])('a start that failed %s is counted, whenever the page is closed', async (...given) => {
  const [, tables, title, failed] = given
  renderRemotes({ remotes: [jobs], tables, path: '/jobs' })
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  await vi.waitFor(() => expect(streaks()?.match(/:1/g)).toHaveLength(failed))

  window.dispatchEvent(new Event('pagehide'))
  expect(streaks()?.match(/:1/g)).toHaveLength(failed)
})

test('a release that did not come up three times is left, here and by the edge', async () => {
  localStorage.setItem('errand:streaks', '{"remote-jobs@2":3}')
  const { loadRoutes } = renderRemotes({ remotes: [jobs], tables: both, path: '/jobs' })

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
  expect(loadRoutes).toHaveBeenCalledOnce()
  expect(document.cookie).toContain(`${avoidCookieName}=remote-jobs@2`)
})

test.each([
  ['both of its releases three times', [jobs], '{"remote-jobs@2":3,"remote-jobs@1":3}'],
  ['the only one six times', [aRemote('Jobs', { version: '2' })], '{"remote-jobs@2":6}'],
])(
  'a remote that did not come up, %s, is not run until somebody asks',
  async (_, remotes, counted) => {
    localStorage.setItem('errand:streaks', counted)
    const { loadRoutes, router } = renderRemotes({ remotes, tables: both, path: '/jobs' })
    expect(
      await screen.findByRole('heading', { name: 'Jobs is not available right now' }),
    ).toBeVisible()
    await router.navigate('/elsewhere')
    expect(await screen.findByLabelText('Elsewhere')).toBeVisible()
    await router.navigate('/jobs')
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(loadRoutes).not.toHaveBeenCalled()

    await userEvent.click(again)
    // In a browser the address is the router's.
    await router.navigate('/jobs')

    expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  },
)

test('one release that did not come up six times does not stand in the way of another', async () => {
  localStorage.setItem('errand:streaks', '{"remote-jobs@2":6}')
  renderRemotes({ remotes: [jobs], tables: both, path: '/jobs' })

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

test('where there is no other release, the only one goes on being tried', async () => {
  localStorage.setItem('errand:streaks', '{"remote-jobs@2":5}')
  renderRemotes({ remotes: [aRemote('Jobs', { version: '2' })], tables: both, path: '/jobs' })

  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  await vi.waitFor(() => expect(streaks()).toBe('{}'))
  expect(document.cookie).not.toContain(avoidCookieName)
})

test('a release that another one replaced is avoided, beside those of before', async () => {
  document.cookie = `${avoidCookieName}=host@7; path=/`
  renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@1': page('Jobs 1') },
    path: '/jobs',
  })

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
  expect(document.cookie).toContain(`${avoidCookieName}=host@7~remote-jobs@2`)
})

test('a preview is always tried, and counts for nothing', async () => {
  localStorage.setItem('errand:streaks', '{"remote-jobs@2":6}')
  const preview = { ...jobs, fallbacks: [], isPreview: true }
  renderRemotes({ remotes: [preview], tables: {}, path: '/jobs' })

  expect(await screen.findByRole('heading', { name: 'Jobs could not be loaded' })).toBeVisible()
  expect(streaks()).toBe('{"remote-jobs@2":6}')
  expect(document.cookie).not.toContain(avoidCookieName)
})

test('a browser that refuses storage changes nothing', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@1': page('Jobs 1') },
    path: '/jobs',
  })

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})
