import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { RootLayout } from '../app.tsx'
import { showSignInOutcome } from '../login/code-step.tsx'

vi.mock('@errand/shared-auth', async (load) => ({
  ...(await load<object>()),
  useSession: () => ({ status: 'signed-in', user: { uid: 'u1', phoneNumber: '+919876543210' } }),
}))

const text = 'Failed to load user profile. Please refresh the page.'

function open() {
  const routes = [{ Component: RootLayout, children: [{ index: true, element: <h1>Page</h1> }] }]
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes)} />
    </QueryClientProvider>,
  )
}

test('a profile that cannot be loaded on a reload shows one toast, as after a sign-in', async () => {
  server.use(http.get('*/api/auth/profile', () => new HttpResponse(null, { status: 500 })))
  open()
  const told = await screen.findByText(text)
  expect(told).toHaveAttribute('role', 'status')
  expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible()

  // The sign-in and the page behind it both report it.
  showSignInOutcome({ isNewUser: false, profile: 'load_failed' })
  await vi.waitFor(() => expect(screen.getAllByText(text)).toHaveLength(1))
})

test('a session that the api no longer accepts shows no error toast', async () => {
  let isAsked = false
  server.use(
    http.get('*/api/auth/profile', () => {
      isAsked = true
      return new HttpResponse(null, { status: 401 })
    }),
  )
  open()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(isAsked).toBe(true)
  expect(screen.queryByText(text)).toBeNull()
})
