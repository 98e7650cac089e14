import type { ReleaseStatus } from '@errand/contract/release'
import { Skeleton } from '@errand/shared-ui'
import { act, cleanup, screen } from '@testing-library/react'
import { Component, type ReactNode, useEffect, useState } from 'react'
import type { RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { aRemote, releasesUpTo } from '../testing/remote-release.ts'
import { Broken, failToLoad, page, renderRemotes } from '../testing/render-remotes.tsx'

const status: ReleaseStatus[] = []
const hear = (event: Event) => void status.push((event as CustomEvent<ReleaseStatus>).detail)
beforeEach(() => addEventListener('errand:status', hear))
afterEach(() => {
  removeEventListener('errand:status', hear)
  status.splice(0)
  localStorage.clear()
  vi.useRealTimers()
})

/** What was reported of the jobs. */
const ofJobs = () =>
  status.flatMap(({ app, cause: _cause, ...rest }) => (app === 'remote-jobs' ? [rest] : []))
/** The errors that were told. */
const causes = () => status.flatMap(({ cause }) => (cause instanceof Error ? [cause.message] : []))
const heading = (name: string) => screen.findByRole('heading', { name })
const jobs = releasesUpTo(2, 'Jobs')
const first = { 'remote-jobs@1': [page('Jobs 1')] }

test('a start is reported before its code loads, and ready once its page is shown', async () => {
  const { load, router } = renderRemotes({
    remotes: [jobs],
    tables: { ...first, 'remote-jobs@2': [page('Jobs 2')] },
    path: '/elsewhere',
  })
  expect(await screen.findByLabelText('Elsewhere')).toBeVisible()
  const atLoad: unknown[] = []
  const answer = load.getMockImplementation()
  load.mockImplementation((...given) => {
    atLoad.push(...ofJobs().map(({ status: token }) => token))
    return answer?.(...given) ?? Promise.reject(new Error('no table'))
  })
  status.splice(0)
  await router.navigate('/jobs')
  expect(await heading('Jobs 2')).toBeVisible()

  await vi.waitFor(() => expect(ofJobs()).toEqual([{ status: 'start' }, { status: 'ready' }]))
  expect(atLoad).toEqual(['start'])
})

const failed = (kind: string, isReplaced: boolean) => ({ status: 'failed', kind, isReplaced })

const lost = { index: true, lazy: failToLoad }

test.each<[string, RouteObject | undefined, string, string, string]>([
  ['cannot be loaded', undefined, 'import', '404', 'Jobs could not be loaded'],
  [
    'throws while it renders',
    { index: true, Component: Broken },
    'render',
    'planted',
    'Oops! Something went wrong',
  ],
  [
    'cannot load the code of its page',
    lost,
    'import',
    'All promises were rejected',
    'Jobs could not be loaded',
  ],
])(
  'a release that %s is reported as failed, replaced or not',
  async (_, bad, kind, message, title) => {
    const tables = bad && { 'remote-jobs@2': [bad] }
    renderRemotes({ remotes: [jobs], tables: { ...first, ...tables } })
    expect(await heading('Jobs 1')).toBeVisible()
    // What took its place was picked by no arm, and is not spoken of.
    await vi.waitFor(() => expect(ofJobs()).toEqual([{ status: 'start' }, failed(kind, true)]))
    expect(causes()).toEqual([message])
    cleanup()
    status.splice(0)

    renderRemotes({ remotes: [aRemote('Jobs', { version: '2' })], tables: { ...tables } })
    expect(await heading(title)).toBeVisible()
    await vi.waitFor(() => expect(ofJobs()).toEqual([{ status: 'start' }, failed(kind, false)]))
  },
)

test.each([
  ['stays blank', 'blank', <p key="none" />, 10],
  ['keeps waiting', 'waiting', <Skeleton key="wait" label="Loading" />, 45],
])('a page that %s is reported as failed and replaced', async (_, kind, element, seconds) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderRemotes({
    remotes: [jobs],
    tables: { ...first, 'remote-jobs@2': [{ index: true, element }] },
  })
  for (let second = 0; second < seconds; second += 1)
    await act(() => vi.advanceTimersByTimeAsync(1000))
  await vi.waitFor(() => expect(ofJobs()).toEqual([{ status: 'start' }, failed(kind, true)]))
})

test('code that never arrives is reported as a timeout and replaced', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { load } = renderRemotes({ remotes: [jobs], tables: first })
  const answer = load.getMockImplementation()
  load.mockImplementation((release) =>
    release.version === '2'
      ? new Promise(() => {})
      : (answer?.(release) ?? Promise.reject(new Error('no table'))),
  )
  for (let second = 0; second < 35; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
  await vi.waitFor(() => expect(ofJobs()).toEqual([{ status: 'start' }, failed('timeout', true)]))
})

test('a release avoided after three failed starts is reported as failed in safe mode', async () => {
  localStorage.setItem('errand:streaks', '{"remote-jobs@2":3}')
  renderRemotes({ remotes: [jobs], tables: first })
  expect(await heading('Jobs 1')).toBeVisible()

  expect(ofJobs()).toEqual([{ status: 'start' }, failed('safe-mode', true)])
})

test('a page is reported as ready as soon as it shows its content', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const Slow = () => {
    const [isHere, setIsHere] = useState(false)
    useEffect(() => void setTimeout(setIsHere, 500, true), [])
    return isHere ? <h1>Here</h1> : <Skeleton label="Loading" />
  }
  renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@2': [{ index: true, Component: Slow }] },
  })
  await vi.waitFor(() =>
    expect(document.querySelector('[aria-busy], [data-waiting]')).toBeVisible(),
  )
  await act(() => vi.advanceTimersByTimeAsync(600))

  expect(screen.getByRole('heading', { name: 'Here' })).toBeVisible()
  expect(ofJobs()).toEqual([{ status: 'start' }, { status: 'ready' }])
})

test('a page that becomes blank after being ready is reported as failed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const Vanishing = () => {
    const [isGone, setIsGone] = useState(false)
    useEffect(() => void setTimeout(setIsGone, 60_000, true), [])
    return isGone ? null : <h1>Jobs 2</h1>
  }
  renderRemotes({
    remotes: [jobs],
    tables: { ...first, 'remote-jobs@2': [{ index: true, Component: Vanishing }] },
  })
  expect(await heading('Jobs 2')).toBeVisible()
  for (let second = 0; second < 70; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))

  expect(await heading('Jobs 1')).toBeVisible()
  expect(ofJobs()).toEqual([{ status: 'start' }, { status: 'ready' }, failed('blank', true)])
})

class OwnBoundary extends Component<{ children: ReactNode }> {
  override state = { isBroken: false }
  static getDerivedStateFromError = () => ({ isBroken: true })
  override render() {
    return this.state.isBroken ? <h1>Try again</h1> : this.props.children
  }
}

test('an error caught by a remote is reported as caught, and one shown by the host is not', async () => {
  const caught: unknown[] = []
  const hearCaught = (event: Event) => void caught.push((event as CustomEvent<Error>).detail)
  addEventListener('errand:caught', hearCaught)
  onTestFinished(() => removeEventListener('errand:caught', hearCaught))
  const broken = { index: true, Component: Broken }
  renderRemotes({ remotes: [jobs], tables: { ...first, 'remote-jobs@2': [broken] } })
  expect(await heading('Jobs 1')).toBeVisible()
  expect(caught).toEqual([])
  cleanup()

  const element = (
    <OwnBoundary>
      <Broken />
    </OwnBoundary>
  )
  renderRemotes({ remotes: [jobs], tables: { 'remote-jobs@2': [{ index: true, element }] } })
  expect(await heading('Try again')).toBeVisible()
  expect(caught).toEqual([new TypeError('planted')])
})

test('leaving before a remote has loaded is reported as left', async () => {
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@2': [{ index: true, loader: () => new Promise(() => {}) }] },
  })
  await vi.waitFor(() => expect(ofJobs()).toEqual([{ status: 'start' }]))
  await router.navigate('/elsewhere')

  expect(ofJobs()).toContainEqual({ status: 'left' })
})

test('a page that the remote does not have is reported as neither ready nor failed', async () => {
  renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@2': [page('Jobs 2')] },
    path: '/jobs/nowhere',
  })
  await vi.waitFor(() => expect(ofJobs()).toEqual([{ status: 'start' }, { status: 'left' }]))
})

test('a release that shows an api error is reported as ready', async () => {
  const refuse = () => {
    throw new Response('', { status: 404 })
  }
  renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@2': [{ index: true, element: <p />, loader: refuse }] },
  })
  await vi.waitFor(() => expect(ofJobs()).toEqual([{ status: 'start' }, { status: 'ready' }]))
})
