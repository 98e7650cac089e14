import '@testing-library/jest-dom/vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { setupServer } from 'msw/node'
import toast, { Toaster } from 'react-hot-toast'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { queryClient, setFlags } from '../index.ts'

/** The network of tests; an unexpected call fails the test. */
export const server = setupServer()

// Long, because a slow machine is not a failure.
configure({ asyncUtilTimeout: 60_000 })

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

afterEach(() => {
  cleanup()
  server.resetHandlers()
  queryClient.clear()
  setFlags({})
  toast.remove()
  sessionStorage.clear()
  localStorage.clear()
})

/** Renders a path as the host does, below the remote's mount: `renderRoutes('/chats', routes, '/chats')`. */
export function renderRoutes(
  mount: string,
  routes: RouteObject[],
  path: string | { pathname: string; hash: string; state: unknown },
) {
  const router = createMemoryRouter([{ path: mount, children: routes }], {
    initialEntries: [path],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return router
}
