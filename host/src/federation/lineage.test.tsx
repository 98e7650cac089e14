import { avoidCookieName, maxAvoided } from '@errand/contract/release'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Outlet, type RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { releasesUpTo } from '../testing/remote-release.ts'
import { renderRemotes } from '../testing/render-remotes.tsx'
import { server } from '@errand/shared-auth/testing'

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  server.use(http.get('*/r/*', () => new HttpResponse(null, { status: 404 })))
})

afterEach(() => {
  vi.useRealTimers()
  document.cookie = `${avoidCookieName}=; path=/; max-age=0`
})

const jobs = releasesUpTo(4, 'Jobs')
const page = (text: string): RouteObject => ({ index: true, element: <h1>{text}</h1> })
const Broken = () => {
  throw new TypeError('planted')
}
const lost = () => Promise.reject(new Error('ChunkLoadError'))

/** The releases that the next document passes over, in the order in which they failed. */
const avoided = () =>
  new RegExp(`${avoidCookieName}=([^;]+)`).exec(document.cookie)?.[1]?.split('~')
const allFour = ['remote-jobs@4', 'remote-jobs@3', 'remote-jobs@2', 'remote-jobs@1']

type Table = RouteObject[]

test.each<[string, Table | undefined]>([
  ['cannot be loaded', undefined],
  ['throw while they render', [{ index: true, Component: Broken }]],
  ['lost the code of the page', [{ index: true, lazy: lost }]],
  [
    'throw in a loader',
    [
      {
        index: true,
        element: <p />,
        loader: () => {
          throw new TypeError('planted')
        },
      },
    ],
  ],
  ['throw in a layout', [{ element: <Broken />, children: [page('Jobs')] }]],
  ['lost the code of a layout', [{ lazy: lost, children: [page('Jobs')] }]],
])(
  'when three releases in a row %s, the last healthy one shows, without a reload',
  async (_, bad) => {
    const broken = bad && { 'remote-jobs@4': bad, 'remote-jobs@3': bad, 'remote-jobs@2': bad }
    const { router } = renderRemotes({
      remotes: [jobs],
      tables: {
        ...broken,
        'remote-jobs@1': [page('Jobs 1'), { path: 'new', element: <h1>New</h1> }],
      },
      path: '/jobs',
    })

    expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
    await vi.waitFor(() => expect(avoided()?.toSorted()).toEqual(allFour.slice(0, 3).toSorted()))
    await router.navigate('/jobs/new')
    expect(await screen.findByRole('heading', { name: 'New' })).toBeVisible()
  },
)

test('each of the releases before the last healthy one may fail in a way of its own', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@4': [{ element: <Outlet />, children: [{ index: true, lazy: lost }] }],
      'remote-jobs@3': [{ index: true, element: <div /> }],
      'remote-jobs@2': [{ index: true, Component: Broken }],
      'remote-jobs@1': [page('Jobs 1')],
    },
    path: '/jobs',
  })

  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(screen.getByRole('heading', { name: 'Jobs 1' })).toBeVisible()
  })
})

test('a page of a remote that was open before is shown by the last healthy release too', async () => {
  const table = (of: string, leaf: RouteObject): Table => [
    page(`Jobs ${of}`),
    { path: 'new', ...leaf },
  ]
  const { router } = renderRemotes({
    remotes: [jobs],
    tables: {
      'remote-jobs@4': table('4', { lazy: lost }),
      'remote-jobs@3': table('3', { lazy: lost }),
      'remote-jobs@2': table('2', { element: <h1>New by 2</h1> }),
    },
    path: '/jobs',
  })
  expect(await screen.findByRole('heading', { name: 'Jobs 4' })).toBeVisible()

  await router.navigate('/jobs/new')

  expect(await screen.findByRole('heading', { name: 'New by 2' })).toBeVisible()
})

test('two remotes may each go through all their releases in one page', async () => {
  const bad = [{ index: true, Component: Broken }]
  const tables = Object.fromEntries(
    ['jobs', 'chats'].flatMap((name) =>
      ['1', '2', '3', '4'].map((version) => [
        `remote-${name}@${version}`,
        version === '1' ? [page(`The ${name}`)] : bad,
      ]),
    ),
  )
  const { router } = renderRemotes({
    remotes: [jobs, releasesUpTo(4, 'Chats')],
    tables,
    path: '/jobs',
  })
  expect(await screen.findByRole('heading', { name: 'The jobs' })).toBeVisible()

  await router.navigate('/chats')
  expect(await screen.findByRole('heading', { name: 'The chats' })).toBeVisible()
})

test.each<[string, Record<string, Table>, string]>([
  ['be loaded', {}, 'Jobs could not be loaded'],
  [
    'show its page',
    Object.fromEntries(allFour.map((name) => [name, [{ index: true, Component: Broken }]])),
    'Oops! Something went wrong',
  ],
  [
    'load the code of its page',
    Object.fromEntries(allFour.map((name) => [name, [{ index: true, lazy: lost }]])),
    'Jobs could not be loaded',
  ],
])('when no release can %s, the next document begins with others', async (_, tables, title) => {
  renderRemotes({ remotes: [jobs], tables, path: '/jobs' })

  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  await vi.waitFor(() => expect(avoided()?.toSorted()).toEqual(allFour.toSorted()))
})

test('the cookie names the last that failed, and so many at most', async () => {
  const others = Array.from({ length: 30 }, (_, index) => `remote-chats@${index}`)
  document.cookie = `${avoidCookieName}=${['remote-jobs@3', ...others].join('~')}; path=/`
  renderRemotes({ remotes: [jobs], tables: { 'remote-jobs@2': [page('Jobs 2')] }, path: '/jobs' })

  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  expect(avoided()).toHaveLength(maxAvoided)
  expect(avoided()?.slice(-2)).toEqual(['remote-jobs@4', 'remote-jobs@3'])
})

test('releases that did not come up three times each are avoided, so that they are not all there is', async () => {
  const counted = Object.fromEntries(allFour.map((name) => [name, 3]))
  localStorage.setItem('errand:streaks', JSON.stringify(counted))
  renderRemotes({ remotes: [jobs], tables: {}, path: '/jobs' })

  expect(
    await screen.findByRole('heading', { name: 'Jobs is not available right now' }),
  ).toBeVisible()
  expect(avoided()?.toSorted()).toEqual(allFour.toSorted())
})

test('releases that crashed three times each are passed over for the next that did not', async () => {
  localStorage.setItem('errand:streaks', '{"remote-jobs@4":3,"remote-jobs@3":3,"remote-jobs@2":3}')
  const tables = Object.fromEntries(allFour.map((name) => [name, [page(name)]]))
  const { loadRoutes } = renderRemotes({ remotes: [jobs], tables, path: '/jobs' })

  expect(await screen.findByRole('heading', { name: 'remote-jobs@1' })).toBeVisible()
  expect(loadRoutes).toHaveBeenCalledOnce()
})

test.each([
  ['does not answer', () => HttpResponse.error()],
  ['is not behind what answers', () => new HttpResponse(null, { status: 502 })],
])('nothing is held against releases while the edge %s', async (_, answer) => {
  server.use(http.get('*/r/*', answer))
  const tables: Record<string, Table> = {}
  const { router } = renderRemotes({ remotes: [jobs], tables, path: '/jobs' })
  expect(await screen.findByRole('heading', { name: 'Jobs could not be loaded' })).toBeVisible()
  expect(avoided()).toBeUndefined()

  tables['remote-jobs@4'] = [page('Jobs 4')]
  await router.navigate('/jobs', { replace: true })
  expect(await screen.findByRole('heading', { name: 'Jobs 4' })).toBeVisible()
})
