import { render, screen } from '@testing-library/react'
import {
  createMemoryRouter,
  RouterProvider,
  useLoaderData,
  useRouteError,
  type RouteObject,
} from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { resilientRoutes } from './resilient-routes.tsx'

const remote = {
  app: 'remote-jobs',
  name: 'remote_jobs',
  version: '1',
  mount: '/jobs',
  label: 'Jobs',
  icon: [],
  order: 1,
  globalName: 'g',
  preload: [],
  pages: [],
  entry: { url: '/e.js', as: 'script' as const },
}

const Shown = () => <p>Data: {String(useLoaderData())}</p>
const Failed = () => <p>{String(useRouteError())}</p>

function renderRemote(routes: RouteObject[], path = '/') {
  const router = createMemoryRouter(
    [
      {
        ErrorBoundary: Failed,
        HydrateFallback: () => null,
        children: [
          { path: '/', children: resilientRoutes(routes, remote) },
          { path: '/elsewhere', element: <p>Elsewhere</p> },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return router
}

test('code that was lost once is asked for again at the next visit', async () => {
  const lazy = vi
    .fn<() => Promise<object>>()
    .mockRejectedValueOnce(new Error('ChunkLoadError'))
    .mockResolvedValue({ Component: Shown })
  const router = renderRemote([{ index: true, lazy, loader: () => 'here' }])
  expect(await screen.findByText('RemoteLoadError: Could not load remote-jobs@1')).toBeVisible()

  await router.navigate('/elsewhere')
  await router.navigate('/')

  expect(await screen.findByText('Data: here')).toBeVisible()
  await router.navigate('/elsewhere')
  await router.navigate('/')
  expect(lazy).toHaveBeenCalledTimes(2)
})

test('a loader beside the code starts with it, one inside it runs after it', async () => {
  const order: string[] = []
  const lazy = async () => {
    order.push('code asked')
    await Promise.resolve()
    return { Component: Shown }
  }
  const loader = () => {
    order.push('data asked')
    return 'beside'
  }
  renderRemote([{ index: true, lazy, loader }])
  expect(await screen.findByText('Data: beside')).toBeVisible()
  expect(order).toEqual(['data asked', 'code asked'])
})

test('a loader that comes with the code gives the data', async () => {
  const lazy = async () => ({ Component: Shown, loader: () => 'inside' })
  renderRemote([{ index: true, lazy }])

  expect(await screen.findByText('Data: inside')).toBeVisible()
})

test('ids of two remotes cannot meet', () => {
  const [route] = resilientRoutes([{ id: 'list', path: 'x', children: [{ id: 'row' }] }], remote)

  expect(route?.id).toBe('remote-jobs:list')
  expect(route?.children?.[0]?.id).toBe('remote-jobs:row')
})
