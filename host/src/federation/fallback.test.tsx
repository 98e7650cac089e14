import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Outlet, useLoaderData, useParams, type RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { aRemote, twoReleases } from '../testing/remote-release.ts'
import { renderRemotes } from '../testing/render-remotes.tsx'
import { server } from '@errand/shared-auth/testing'

beforeEach(() => {
  // Files that are lost are not gone: nobody removed their release.
  server.use(http.get('*/r/*', () => new HttpResponse(null, { status: 404 })))
})

afterEach(() => vi.useRealTimers())

const page = (text: string): RouteObject => ({ index: true, element: <h1>{text}</h1> })
const lost = () => Promise.reject(new Error('ChunkLoadError'))
const jobs = twoReleases('Jobs')

const Data = () => <p>Data of {String(useLoaderData())}</p>
const Layout = ({ of }: { of: string }) => (
  <section aria-label={`Layout of ${of}`}>
    Parent {String(useLoaderData())}
    <Outlet />
  </section>
)

test('an entry that cannot be loaded is asked for twice, then the previous release shows', async () => {
  const { loadRoutes } = renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@1': [page('Jobs 1')] },
    path: '/jobs',
  })

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
  expect(loadRoutes.mock.calls.map(([, { version }]) => version)).toEqual(['2', '2', '1'])
})

test('when no release can be loaded the pane says so, and Retry loads the best one', async () => {
  const tables: Record<string, RouteObject[]> = {}
  const { router } = renderRemotes({ remotes: [jobs], tables, path: '/elsewhere' })
  await router.navigate('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs could not be loaded' })).toBeVisible()

  tables['remote-jobs@2'] = [page('Jobs 2')]
  await router.navigate('/jobs', { replace: true })

  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
})

test('a page whose code is lost is shown by the previous release, at the same address', async () => {
  const lazy = vi.fn(lost)
  const Edit = () => <h1>Edit {useParams()['id']} by release 1</h1>
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': [page('Jobs 2'), { path: ':id/edit', lazy }],
      'remote-jobs@1': [
        page('Jobs 1'),
        { path: ':id/edit', lazy: async () => ({ Component: Edit }) },
      ],
    },
    path: '/jobs',
  })
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()

  await router.navigate('/jobs/7/edit?tab=2#end', { state: { from: 'list' } })

  expect(await screen.findByRole('heading', { name: 'Edit 7 by release 1' })).toBeVisible()
  expect(router.state.location).toMatchObject({
    pathname: '/jobs/7/edit',
    search: '?tab=2',
    hash: '#end',
    state: { from: 'list' },
  })
  expect(lazy).toHaveBeenCalledTimes(2)

  await router.navigate(-1)
  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

test('layout, page and their data always come from one release', async () => {
  const parent = vi.fn(() => 'data 1')
  const table = (of: string, leaf: RouteObject): RouteObject[] => [
    {
      id: 'layout',
      loader: of === '1' ? parent : () => 'data 2',
      element: <Layout of={of} />,
      children: [page(`Jobs ${of}`), { path: 'new', ...leaf }],
    },
  ]
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': table('2', { lazy: lost, loader: () => '2' }),
      'remote-jobs@1': table('1', { Component: Data, loader: () => '1' }),
    },
    path: '/jobs',
  })
  expect(await screen.findByText(/Parent data 2/)).toBeVisible()

  await router.navigate('/jobs/new')

  expect(await screen.findByText('Data of 1')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Layout of 1' })).toHaveTextContent('Parent data 1')
  expect(screen.queryByText(/data 2/)).not.toBeInTheDocument()
  expect(parent).toHaveBeenCalledOnce()
})

test('the releases may be built quite differently; what the previous one lacks is not found', async () => {
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': [
        {
          element: <Layout of="2" />,
          loader: () => '',
          children: [
            { path: '', children: [page('Jobs 2')] },
            { path: 'archive', lazy: lost },
          ],
        },
      ],
      'remote-jobs@1': [page('Jobs 1'), { path: 'old', element: <h1>Old</h1> }],
    },
    path: '/jobs',
  })
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()

  await router.navigate('/jobs/archive')
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()

  await router.navigate('/jobs/old')
  expect(await screen.findByRole('heading', { name: 'Old' })).toBeVisible()
  await router.navigate('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

const Broken = () => {
  throw new TypeError('planted')
}

test('a page that throws while it renders is shown by the previous release', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': [{ index: true, Component: Broken }],
      'remote-jobs@1': [page('Jobs 1')],
    },
    path: '/jobs',
  })

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

test('an error that the previous release has too goes to the error page', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { loadRoutes } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': [{ index: true, Component: Broken }],
      'remote-jobs@1': [{ index: true, Component: Broken }],
    },
    path: '/jobs',
  })

  expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  expect(loadRoutes).toHaveBeenCalledTimes(2)
})

test('an answer of the api is no reason to change the release', async () => {
  const { loadRoutes } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@2': [
        {
          index: true,
          element: <p />,
          loader: () => {
            throw new Response('', { status: 404 })
          },
        },
      ],
      'remote-jobs@1': [page('Jobs 1')],
    },
    path: '/jobs',
  })

  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(loadRoutes).toHaveBeenCalledOnce()
})

test('a page that stays blank is shown by the previous release, one that is busy is awaited', async () => {
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
  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

test('a page of the host keeps its state while a remote changes its release', async () => {
  const { router, remotes } = renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@2': [page('Jobs 2')], 'remote-jobs@1': [page('Jobs 1')] },
    path: '/jobs',
  })
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  await router.navigate('/elsewhere')
  await userEvent.type(await screen.findByLabelText('Elsewhere'), 'kept')

  const [place] = remotes.places
  remotes.revoke('remote-jobs@2')
  if (place !== undefined) await remotes.leaveMounted(place)

  expect(screen.getByLabelText('Elsewhere')).toHaveValue('kept')
  await router.navigate('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

test('routes of two remotes cannot meet, even with the same ids', async () => {
  const { router } = renderRemotes({
    remotes: [aRemote('Jobs'), aRemote('Chats')],
    tables: {
      'remote-jobs@1': [{ id: 'list', index: true, element: <h1>Jobs</h1> }],
      'remote-chats@1': [{ id: 'list', index: true, element: <h1>Chats</h1> }],
    },
    path: '/jobs',
  })
  expect(await screen.findByRole('heading', { name: 'Jobs' })).toBeVisible()

  await router.navigate('/chats')
  expect(await screen.findByRole('heading', { name: 'Chats' })).toBeVisible()
  await router.navigate('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs' })).toBeVisible()
})

test('without a previous release, code that was lost is asked for again at the next visit', async () => {
  const lazy = vi
    .fn<() => Promise<object>>()
    .mockRejectedValueOnce(new Error('ChunkLoadError'))
    .mockRejectedValueOnce(new Error('ChunkLoadError'))
    .mockResolvedValue({ Component: () => <h1>Jobs</h1> })
  const { router } = renderRemotes({
    remotes: [aRemote('Jobs')],
    tables: { 'remote-jobs@1': [{ index: true, lazy }] },
    path: '/jobs',
  })
  expect(await screen.findByRole('heading', { name: 'Jobs could not be loaded' })).toBeVisible()

  await router.navigate('/elsewhere')
  await router.navigate('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs' })).toBeVisible()
})

test('a tab that is older than its files is offered the new version, not an error', async () => {
  server.use(
    http.get('*/r/remote-jobs/2/release.json', () =>
      HttpResponse.json({ type: 'release-gone' }, { status: 410 }),
    ),
  )
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: { 'remote-jobs@2': [page('Jobs 2'), { path: 'new', lazy: lost }] },
    path: '/jobs',
  })
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()

  await router.navigate('/jobs/new')

  expect(
    await screen.findByRole('heading', { name: 'A new version of Errand is here.' }),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})
