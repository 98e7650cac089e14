import { queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { Toaster } from 'react-hot-toast'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'

import { routes } from '../routes.tsx'

/** Shows a path as the host does: this remote's own routes below its mount. */
export function renderRoute(path: string) {
  const router = createMemoryRouter([{ path: '/billing', children: routes }], {
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
