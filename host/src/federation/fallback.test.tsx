import { avoidCookieName, maxAvoided } from '@errand/contract/release-memory'
import { server } from '@errand/shared-auth/testing'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Outlet, type RouteObject, useLoaderData, useParams } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { aRemote, releasesUpTo } from '../testing/remote-release.ts'
import {
  avoidedReleases,
  Broken,
  failToLoad,
  page,
  renderRemotes,
  type Tables,
} from '../testing/render-remotes.tsx'

afterEach(() => vi.useRealTimers())

const jobs = releasesUpTo(2, 'Jobs')
const fourJobs = releasesUpTo(4, 'Jobs')
const allFour = ['remote-jobs@4', 'remote-jobs@3', 'remote-jobs@2', 'remote-jobs@1']
const heading = (name: string) => screen.findByRole('heading', { name })
const throws = (error: unknown) => () => {
  throw error
}

const Data = () => <p>{`Data of ${useLoaderData()}`}</p>
const Layout = ({ of }: { of: string }) => (
  <section aria-label={`Layout of ${of}`}>
    <p>{`Parent ${useLoaderData()}`}</p>
    <Outlet />
  </section>
)

test('an entry that cannot be loaded is retried once, and then the previous release is shown', async () => {
  const { load } = renderRemotes({ remotes: [jobs], tables: { 'remote-jobs@1': [page('Jobs 1')] } })

  expect(await heading('Jobs 1')).toBeVisible()
  expect(load.mock.calls.map(([{ version }]) => version)).toEqual(['2', '2', '1'])
})

test.each(['/JOBS/', '/%6aobs/new/'])('a remote is found under %s', async (path) => {
  const routes = [page('Jobs'), { path: 'new', element: <h1>Jobs</h1> }]
  const release = aRemote('Jobs')
  const { remotes } = renderRemotes({
    remotes: [release],
    tables: { 'remote-jobs@1': routes },
    path,
  })

  expect(await heading('Jobs')).toBeVisible()
  expect(remotes.places.map((place) => remotes.isOnShow(place))).toEqual([true])
})

test.each<[string, RouteObject | undefined]>([
  ['cannot be loaded', undefined],
  ['throw while they render', { index: true, Component: Broken }],
  ['cannot load the code of the page', { index: true, lazy: failToLoad }],
  ['throw in a loader', { index: true, element: <p />, loader: throws(new TypeError('planted')) }],
  ['throw in a layout', { element: <Broken />, children: [page('Jobs')] }],
  ['cannot load the code of a layout', { lazy: failToLoad, children: [page('Jobs')] }],
])('when three releases in a row %s, the last healthy one is shown', async (_, bad) => {
  const failing = allFour.slice(0, 3)
  const { router } = renderRemotes({
    remotes: [fourJobs],
    tables: {
      ...(bad && Object.fromEntries(failing.map((name) => [name, [bad]]))),
      'remote-jobs@1': [page('Jobs 1'), { path: 'new', element: <h1>New</h1> }],
    },
  })

  expect(await heading('Jobs 1')).toBeVisible()
  await vi.waitFor(() => expect(avoidedReleases()?.toSorted()).toEqual(failing.toSorted()))
  await router.navigate('/jobs/new')
  expect(await heading('New')).toBeVisible()
})

test.each<[string, RouteObject | undefined, string]>([
  ['be loaded', undefined, 'Jobs could not be loaded'],
  ['show its page', { index: true, Component: Broken }, 'Oops! Something went wrong'],
  ['load the code of its page', { index: true, lazy: failToLoad }, 'Jobs could not be loaded'],
])('when no release can %s, the next document avoids them all', async (_, bad, title) => {
  const tables = bad ? Object.fromEntries(allFour.map((name) => [name, [bad]])) : {}
  renderRemotes({ remotes: [fourJobs], tables })

  expect(await heading(title)).toBeVisible()
  await vi.waitFor(() => expect(avoidedReleases()?.toSorted()).toEqual(allFour.toSorted()))
})

test.each([
  ['does not answer', () => HttpResponse.error()],
  ['is behind a failing proxy', () => new HttpResponse(null, { status: 502 })],
])('while the edge %s no release is avoided, and a retry works', async (_, answer) => {
  const tables: Tables = {}
  const { router } = renderRemotes({ remotes: [jobs], tables, path: '/elsewhere' })
  server.use(http.get('*/r/*', answer))
  await router.navigate('/jobs')
  expect(await heading('Jobs could not be loaded')).toBeVisible()
  expect(avoidedReleases()).toBeUndefined()

  tables['remote-jobs@2'] = [page('Jobs 2')]
  await router.navigate('/jobs', { replace: true })
  expect(await heading('Jobs 2')).toBeVisible()
})

test('the cookie names the latest failed releases, up to a limit', async () => {
  const others = Array.from({ length: 30 }, (_, index) => `remote-chats@${index}`)
  document.cookie = `${avoidCookieName}=${['remote-jobs@3', ...others].join('~')}; path=/`
  renderRemotes({ remotes: [fourJobs], tables: { 'remote-jobs@2': [page('Jobs 2')] } })

  expect(await heading('Jobs 2')).toBeVisible()
  expect(avoidedReleases()).toHaveLength(maxAvoided)
  expect(avoidedReleases()?.slice(-2)).toEqual(['remote-jobs@4', 'remote-jobs@3'])
})

test('a page whose code cannot be loaded is shown by the last healthy release, at the same address', async () => {
  const lazy = vi.fn(failToLoad)
  const Edit = () => <h1>{`Edit ${useParams()['id']} by release 1`}</h1>
  const table = (of: string, edit: () => Promise<object>) => [
    page(`Jobs ${of}`),
    { path: ':id/edit', lazy: edit },
  ]
  const { router } = renderRemotes({
    remotes: [releasesUpTo(3, 'Jobs')],
    tables: {
      'remote-jobs@3': table('3', lazy),
      'remote-jobs@2': table('2', failToLoad),
      'remote-jobs@1': table('1', async () => ({ Component: Edit })),
    },
  })
  expect(await heading('Jobs 3')).toBeVisible()

  await router.navigate('/jobs/7/edit?tab=2#end', { state: { from: 'list' } })

  expect(await heading('Edit 7 by release 1')).toBeVisible()
  expect(router.state.location).toMatchObject({
    pathname: '/jobs/7/edit',
    search: '?tab=2',
    hash: '#end',
    state: { from: 'list' },
  })
  expect(lazy).toHaveBeenCalledTimes(2)

  await router.navigate(-1)
  expect(await heading('Jobs 1')).toBeVisible()
})

test('layout, page and their data always come from one release', async () => {
  const parent = vi.fn(() => 'data 1')
  const table = (of: string, loader: () => string, leaf: RouteObject): RouteObject[] => [
    {
      id: 'layout',
      loader,
      element: <Layout of={of} />,
      children: [page(`Jobs ${of}`), { path: 'new', ...leaf }],
    },
  ]
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': table('2', () => 'data 2', { lazy: failToLoad, loader: () => '2' }),
      'remote-jobs@1': table('1', parent, { Component: Data, loader: () => '1' }),
    },
  })
  expect(await screen.findByText(/Parent data 2/)).toBeVisible()

  await router.navigate('/jobs/new')

  expect(await screen.findByText('Data of 1')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Layout of 1' })).toHaveTextContent('Parent data 1')
  expect(screen.queryByText(/data 2/)).not.toBeInTheDocument()
  expect(parent).toHaveBeenCalledOnce()
})

test('a page that the previous release lacks is not found', async () => {
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': [
        {
          element: <Layout of="2" />,
          loader: () => '',
          children: [
            { path: '', children: [page('Jobs 2')] },
            { path: 'archive', lazy: failToLoad },
          ],
        },
      ],
      'remote-jobs@1': [page('Jobs 1'), { path: 'old', element: <h1>Old</h1> }],
    },
  })
  expect(await heading('Jobs 2')).toBeVisible()

  await router.navigate('/jobs/archive')
  expect(await heading('Page Not Found')).toBeVisible()

  await router.navigate('/jobs/old')
  expect(await heading('Old')).toBeVisible()
  await router.navigate('/jobs')
  expect(await heading('Jobs 1')).toBeVisible()
})

test('an error answer of the api does not change the release', async () => {
  const loader = throws(new Response('', { status: 404 }))
  const { load } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': [{ index: true, element: <p />, loader }],
      'remote-jobs@1': [page('Jobs 1')],
    },
  })

  expect(await heading('Page Not Found')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})

test('a page that stays blank is replaced by the previous release, and a busy one is not', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': [
        { index: true, element: <div /> },
        { path: 'slow', element: <div aria-busy="true" /> },
      ],
      'remote-jobs@1': [page('Jobs 1')],
    },
    path: '/jobs/slow',
  })
  await vi.waitFor(() => expect(document.querySelector('[aria-busy]')).not.toBeNull())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(document.querySelector('[aria-busy]')).not.toBeNull()

  await router.navigate('/jobs')
  await vi.advanceTimersByTimeAsync(3000)
  expect(await heading('Jobs 1')).toBeVisible()
})

test('two remotes can both fall back through all their releases in one page', async () => {
  const list = (name: string) => ({ ...page(name), id: 'list' })
  const tables = Object.fromEntries(
    [fourJobs, releasesUpTo(4, 'Chats')].flatMap(({ app, label, fallbacks, version }) =>
      [{ version }, ...fallbacks].map((release) => [
        `${app}@${release.version}`,
        release.version === '1' ? [list(label)] : [{ id: 'list', index: true, Component: Broken }],
      ]),
    ),
  )
  const { router } = renderRemotes({ remotes: [fourJobs, releasesUpTo(4, 'Chats')], tables })
  expect(await heading('Jobs')).toBeVisible()

  await router.navigate('/chats')
  expect(await heading('Chats')).toBeVisible()
  await router.navigate('/jobs')
  expect(await heading('Jobs')).toBeVisible()
})

test('without a previous release, lost code is loaded again at the next visit', async () => {
  const lazy = vi
    .fn<() => Promise<object>>(async () => ({ Component: () => <h1>Jobs</h1> }))
    .mockImplementationOnce(failToLoad)
    .mockImplementationOnce(failToLoad)
  const { router } = renderRemotes({
    remotes: [aRemote('Jobs')],
    tables: { 'remote-jobs@1': [{ index: true, lazy }] },
  })
  expect(await heading('Jobs could not be loaded')).toBeVisible()

  await router.navigate('/elsewhere')
  await router.navigate('/jobs')
  expect(await heading('Jobs')).toBeVisible()
})

test('a tab whose files are gone offers the new version instead of an error', async () => {
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@2': [page('Jobs 2'), { path: 'new', lazy: failToLoad }] },
  })
  server.use(
    http.get('*/r/remote-jobs/2/release.json', () => new HttpResponse(null, { status: 410 })),
  )
  expect(await heading('Jobs 2')).toBeVisible()

  await router.navigate('/jobs/new')

  expect(await heading('A new version of Errand is here.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})
