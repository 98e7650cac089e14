import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { PaneError } from './pane-error.tsx'
import { RemoteLoadError } from './remote-load-error.ts'

function setup(loader: () => unknown) {
  const router = createMemoryRouter(
    [
      {
        path: '/billing',
        ErrorBoundary: PaneError,
        HydrateFallback: () => null,
        loader,
        element: <h1>Billing page</h1>,
      },
    ],
    { initialEntries: ['/billing'] },
  )
  render(<RouterProvider router={router} />)
}

test('a remote that could not be loaded shows an error and can be retried', async () => {
  window.history.replaceState(null, '', '/billing')
  const loader = vi
    .fn<() => unknown>(() => null)
    .mockImplementationOnce(() => {
      throw new RemoteLoadError({ subject: { label: 'Billing' }, releases: ['remote-billing@1'] })
    })
  setup(loader)

  expect(
    await screen.findByRole('heading', { name: 'Billing could not be loaded', level: 1 }),
  ).toBeVisible()
  expect(
    screen.getByText('The rest of Errand works. Nothing you entered elsewhere is lost.'),
  ).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Billing page' })).toBeVisible()
})

test('a path that a remote does not have shows the 404 page', async () => {
  setup(() => {
    throw new Response('', { status: 404 })
  })

  expect(await screen.findByRole('heading', { name: 'Page Not Found', level: 1 })).toBeVisible()
  expect(screen.getByText("The page you're looking for doesn't exist.")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
  // The title is set after the page has rendered.
  await vi.waitFor(() => expect(document.title).toBe('Page Not Found · Errand'))
})

test('any other error shows the error page', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  setup(() => {
    throw new Error('planted')
  })

  expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
})
