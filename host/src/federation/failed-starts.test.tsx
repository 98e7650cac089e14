import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'

import { aRemote, releasesUpTo } from '../testing/remote-release.ts'
import { avoidedReleases, page, renderRemotes } from '../testing/render-remotes.tsx'

const jobs = releasesUpTo(2, 'Jobs')
const onlyOne = aRemote('Jobs', { version: '2' })
const first = { 'remote-jobs@1': [page('Jobs 1')] }
const both = { ...first, 'remote-jobs@2': [page('Jobs 2')] }
const streaks = () => localStorage.getItem('errand:streaks')
const count = (starts: object) => localStorage.setItem('errand:streaks', JSON.stringify(starts))
const heading = (name: string) => screen.findByRole('heading', { name })

test('a start is counted until its page is shown', async () => {
  const write = vi.spyOn(Storage.prototype, 'setItem')
  const { load } = renderRemotes({ remotes: [jobs], tables: both })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(write.mock.calls[0]).toEqual(['errand:streaks', '{"remote-jobs@2":1}'])

  expect(await heading('Jobs 2')).toBeVisible()
  await vi.waitFor(() => expect(streaks()).toBe('{}'))
  expect(avoidedReleases()).toBeUndefined()
})

test('a page closed while it loads counts as a failed start', async () => {
  count({ 'remote-jobs@2': 1 })
  const loading = { 'remote-jobs@2': [{ index: true, loader: () => new Promise(() => {}) }] }
  const { load } = renderRemotes({ remotes: [jobs], tables: loading })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(streaks()).toBe('{"remote-jobs@2":2}')

  window.dispatchEvent(new Event('pagehide'))
  expect(streaks()).toBe('{"remote-jobs@2":2}')
})

test('after a reload a start is confirmed only after a few seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const reload = { type: 'reload' } as PerformanceNavigationTiming
  const navigation = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([reload])
  onTestFinished(() => {
    vi.useRealTimers()
    navigation.mockRestore()
  })
  renderRemotes({ remotes: [jobs], tables: both })
  expect(await heading('Jobs 2')).toBeVisible()
  expect(streaks()).toBe('{"remote-jobs@2":1}')

  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(streaks()).toBe('{}')
  })
})

test.each([
  ['and was replaced by another release', first, 'Jobs 1', 1],
  ['for good', {}, 'Jobs could not be loaded', 2],
])('a start that failed %s is counted once', async (...given) => {
  const [, tables, title, failed] = given
  renderRemotes({ remotes: [jobs], tables })
  expect(await heading(title)).toBeVisible()
  await vi.waitFor(() => expect(streaks()?.match(/:1\b/g)).toHaveLength(failed))
})

test('releases that failed to start three times are avoided, here and by the edge', async () => {
  count({ 'remote-jobs@3': 3, 'remote-jobs@2': 4 })
  const { load } = renderRemotes({ remotes: [releasesUpTo(3, 'Jobs')], tables: both })

  expect(await heading('Jobs 1')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
  expect(avoidedReleases()).toEqual(['remote-jobs@3', 'remote-jobs@2'])
})

test.each([
  ['with both releases three times', jobs, { 'remote-jobs@2': 3, 'remote-jobs@1': 3 }],
  ['with its only release six times', onlyOne, { 'remote-jobs@2': 6 }],
])('a remote that failed to start, %s, runs only after "Try again"', async (...given) => {
  const [, remote, counted] = given
  count(counted)
  const { load, router } = renderRemotes({ remotes: [remote], tables: both })
  expect(await heading('Jobs is not available right now')).toBeVisible()
  // So that the next document gets other releases, if there are any.
  expect(avoidedReleases()).toEqual(Object.keys(counted))
  await router.navigate('/elsewhere')
  expect(await screen.findByLabelText('Elsewhere')).toBeVisible()
  await router.navigate('/jobs')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(load).not.toHaveBeenCalled()

  await userEvent.click(again)
  // In a browser the router follows the address.
  await router.navigate('/jobs')

  expect(await heading('Jobs 2')).toBeVisible()
})

test('the only release of a remote is still tried after five failed starts', async () => {
  count({ 'remote-jobs@2': 5 })
  renderRemotes({ remotes: [onlyOne], tables: both })

  expect(await heading('Jobs 2')).toBeVisible()
  await vi.waitFor(() => expect(streaks()).toBe('{}'))
  expect(avoidedReleases()).toBeUndefined()
})

test('a preview is always tried, and its failures are not counted', async () => {
  count({ 'remote-jobs@2': 6 })
  renderRemotes({ remotes: [{ ...onlyOne, isPreview: true }], tables: {} })

  expect(await heading('Jobs could not be loaded')).toBeVisible()
  expect(streaks()).toBe('{"remote-jobs@2":6}')
  expect(avoidedReleases()).toBeUndefined()
})

test('counts in window.name are ignored if the browser has storage', async () => {
  window.name = 'errand:streaks{"remote-jobs@2":3}'
  onTestFinished(() => void (window.name = ''))
  renderRemotes({ remotes: [jobs], tables: both })

  expect(await heading('Jobs 2')).toBeVisible()
})

test('a fallback works in a browser that refuses storage', async () => {
  for (const method of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
  }
  renderRemotes({ remotes: [jobs], tables: first })

  expect(await heading('Jobs 1')).toBeVisible()
})

test('a browser that refuses storage counts starts in the tab, through reloads', async () => {
  for (const method of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
  }
  window.name = 'errand:streaks{"remote-jobs@2":2}'
  onTestFinished(() => void (window.name = ''))
  const loading = { 'remote-jobs@2': [{ index: true, loader: () => new Promise(() => {}) }] }
  const { load } = renderRemotes({ remotes: [jobs], tables: loading })
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(window.name).toBe('errand:streaks{"remote-jobs@2":3}')
  cleanup()

  // The page was reloaded.
  const again = renderRemotes({ remotes: [jobs], tables: both })
  expect(await heading('Jobs 1')).toBeVisible()
  expect(again.load).toHaveBeenCalledOnce()
})
