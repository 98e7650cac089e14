import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { Skeleton } from '@errand/shared-ui'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, screen } from '@testing-library/react'
import { delay, http } from 'msw'
import type { RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { createHostPage } from '../host-page.ts'
import { fetchFromEdge } from '../release/release.ts'
import { releasesUpTo } from '../testing/remote-release.ts'
import { avoidedReleases, page, renderRemotes } from '../testing/render-remotes.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => void vi.useRealTimers())

/** In steps, because what renders within one `act` is flushed at its end. */
async function afterSeconds(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1)
    await act(() => vi.advanceTimersByTimeAsync(1000))
}
const found = (name: string) => screen.queryByRole('heading', { name })

const waitingPage = () =>
  vi.waitFor(() => expect(document.querySelector('[aria-busy], [data-waiting]')).not.toBeNull())

/** Two releases, the newer one with this page. */
const render = (newer: RouteObject) =>
  renderRemotes({
    remotes: [releasesUpTo(2, 'Jobs')],
    tables: { 'remote-jobs@2': [newer], 'remote-jobs@1': [page('Jobs 1')] },
  })

test.each([
  ['only aria-busy', <div key="busy" aria-busy="true" />],
  ['a skeleton', <Skeleton key="skeleton" label="Loading" />],
  [
    'a loading text',
    <main key="words" aria-busy="true">
      <h1>Loading</h1>
    </main>,
  ],
])('a release that keeps waiting, with %s, is replaced by the previous one', async (_, element) => {
  render({ index: true, element })
  await waitingPage()
  await afterSeconds(30)
  expect(found('Jobs 1')).toBeNull()

  await afterSeconds(10)
  expect(found('Jobs 1')).toBeVisible()
  expect(avoidedReleases()).toEqual(['remote-jobs@2'])
})

test('offline time does not count as waiting', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
  render({ index: true, element: <Skeleton label="Loading" /> })
  await waitingPage()
  await afterSeconds(150)
  expect(avoidedReleases()).toBeUndefined()

  online.mockReturnValue(true)
  await afterSeconds(30)
  expect(found('Jobs 1')).toBeNull()

  await afterSeconds(10)
  expect(found('Jobs 1')).toBeVisible()
})

/** Fetches one slow answer after the other. */
function Slow({ questions }: { questions: number }) {
  const { data } = useQuery({
    queryKey: ['slow', questions],
    queryFn: () => new Promise((resolve) => setTimeout(resolve, 29_000, 'answer')),
  })
  if (data === undefined) return <Skeleton label="Loading" />
  return questions === 1 ? <h1>Here at last</h1> : <Slow questions={questions - 1} />
}

const slow = (questions: number) => (
  <QueryClientProvider client={queryClient}>
    <Slow questions={questions} />
  </QueryClientProvider>
)

test('a page that waits for a slow api is kept, and one that requests without end is replaced', async () => {
  const { router } = renderRemotes({
    remotes: [releasesUpTo(2, 'Jobs')],
    tables: {
      'remote-jobs@2': [
        { index: true, element: slow(3) },
        { path: 'endless', element: slow(100) },
      ],
      'remote-jobs@1': [page('Jobs 1'), { path: 'endless', element: <h1>End</h1> }],
    },
  })
  await waitingPage()
  await afterSeconds(95)
  expect(found('Here at last')).toBeVisible()
  expect(avoidedReleases()).toBeUndefined()

  await router.navigate('/jobs/endless')
  await waitingPage()
  await afterSeconds(125)
  expect(found('End')).toBeVisible()
})

test('a waiting page is an unconfirmed start, unless it waits for the api', async () => {
  const streaks = () => localStorage.getItem('errand:streaks')
  render({ index: true, element: <Skeleton label="Loading" /> })
  await waitingPage()
  await afterSeconds(15)
  expect(streaks()).toBe('{"remote-jobs@2":1}')
  cleanup()

  localStorage.clear()
  render({ index: true, element: slow(1) })
  await waitingPage()
  await afterSeconds(15)
  expect(found('Here at last')).toBeNull()
  expect(streaks()).toBe('{}')
})

test('after a reload a start is confirmed once', async () => {
  const reload = { type: 'reload' } as PerformanceNavigationTiming
  const navigation = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([reload])
  const write = vi.spyOn(Storage.prototype, 'setItem')
  onTestFinished(() => {
    navigation.mockRestore()
    write.mockRestore()
  })
  render({ index: true, element: slow(1) })
  await waitingPage()
  await afterSeconds(35)
  expect(found('Here at last')).toBeVisible()
  expect(write.mock.calls.filter(([, value]) => value === '{}')).toHaveLength(1)
})

test('a load error is shown after 120 s even if the edge does not answer', async () => {
  renderRemotes({
    remotes: [releasesUpTo(1, 'Jobs')],
    tables: { 'remote-jobs@1': [{ index: true, lazy: () => new Promise(() => {}) }] },
  })
  server.use(http.get('*/r/*', () => delay('infinite')))
  await afterSeconds(119)
  expect(found('Jobs could not be loaded')).toBeNull()

  await afterSeconds(2)
  expect(found('Jobs could not be loaded')).toBeVisible()
})

test('lost code is a load error after 30 s even if the edge does not answer', async () => {
  renderRemotes({ remotes: [releasesUpTo(1, 'Jobs')], tables: {} })
  server.use(http.get('*/r/*', () => delay('infinite')))
  await afterSeconds(31)

  expect(found('Jobs could not be loaded')).toBeVisible()
})

test('a host page is a load error after 120 s', async () => {
  server.use(http.get('*/r/*', () => delay('infinite')))
  const makePage = createHostPage({ host: { version: '1' } })
  const route = makePage({
    route: { path: 'settings' },
    label: () => 'Settings',
    lazy: () => new Promise(() => {}),
  })
  const { loader } = route as { loader: (args: object) => Promise<unknown> }
  const failed = loader({}).catch((error: unknown) => error)
  await afterSeconds(120)

  await expect(failed).resolves.toMatchObject({ failure: { subject: { label: 'Settings' } } })
})

test('a request to the edge fails if it does not answer', async () => {
  server.use(http.get('*/release-set', () => delay('infinite')))
  const failed = fetchFromEdge('/release-set').catch((error: unknown) => error)
  await afterSeconds(16)

  await expect(failed).resolves.toBeInstanceOf(Error)
})
