import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { useDocumentTitle } from '@errand/shared-ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { aRemote } from '../testing/remote-release.ts'
import { AppShell } from './app-shell.tsx'

function Dashboard() {
  useDocumentTitle('Dashboard')
  return <h1>Dashboard page</h1>
}

function Settings() {
  useDocumentTitle('Settings')
  return <h1>Settings page</h1>
}

function NewJob() {
  return <input aria-label="Name" autoFocus />
}

function setup(path = '/dashboard', remote = aRemote('Jobs')) {
  queryClient.setQueryData(profileQuery().queryKey, owner)
  // jsdom cannot scroll.
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const router = createMemoryRouter(
    [
      {
        element: <AppShell remotes={[remote]} />,
        children: [
          { path: 'dashboard', Component: Dashboard },
          { path: 'settings', Component: Settings },
          { path: 'jobs/new', Component: NewJob },
          { path: 'jobs/*', element: <h1>Jobs page without a title of its own</h1> },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, scrollTo }
}

test('a new page is announced by its title, and its main content gets the focus', async () => {
  setup()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()

  await userEvent.click(screen.getByRole('link', { name: 'Settings' }))

  expect(await screen.findByRole('heading', { name: 'Settings page' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Settings · Errand')
  expect(screen.getByRole('main')).toHaveFocus()
})

test('a new page scrolls to the top, and going back does not', async () => {
  const { router, scrollTo } = setup()
  await act(() => router.navigate('/settings'))
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0)

  await act(() => router.navigate(-1))

  expect(await screen.findByRole('heading', { name: 'Dashboard page' })).toBeVisible()
  expect(scrollTo).toHaveBeenCalledOnce()
})

test('a page that focused its form keeps the focus', async () => {
  const { router } = setup()

  await act(() => router.navigate('/jobs/new'))

  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('"Skip to content" focuses the content without changing the address', async () => {
  const { router } = setup('/settings#business')
  const link = screen.getByRole('link', { name: 'Skip to content' })
  let isFollowed = true
  document.addEventListener('click', (event) => (isFollowed = !event.defaultPrevented), {
    once: true,
  })

  await userEvent.click(link)

  expect(screen.getByRole('main')).toHaveFocus()
  expect(isFollowed).toBe(false)
  expect(router.state.location.hash).toBe('#business')
})

test('the document title has the name of the shown remote', async () => {
  setup()
  expect(document.title).toBe('Dashboard · Errand')

  await userEvent.click(screen.getByRole('link', { name: 'Jobs' }))

  expect(await screen.findByRole('heading', { name: /Jobs page/ })).toBeVisible()
  await vi.waitFor(() => expect(document.title).toBe('Jobs · Errand'))
})

test('a page of a remote can have its own navigation entry and shortcut', async () => {
  const entries = [{ label: 'Forms', to: 'forms', icon: [], key: 'f' }]
  const { router } = setup('/jobs/forms', aRemote('Jobs', { entries }))

  expect(screen.getByRole('link', { name: 'Forms' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Jobs' })).not.toHaveAttribute('aria-current')

  await userEvent.click(screen.getByRole('link', { name: 'Jobs' }))
  await userEvent.keyboard('gf')

  expect(router.state.location.pathname).toBe('/jobs/forms')
})
