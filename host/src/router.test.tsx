import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { screen, render, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'

import { App } from './app.tsx'
import { createReleaseUpdates } from './federation/release-updates.ts'
import { createRemotes } from './federation/remotes.ts'
import { createRouter } from './router.tsx'
import { aRemote } from './testing/remote-release.ts'

const session = vi.hoisted(() => ({ status: 'signed-out' }))
vi.mock('@errand/shared-auth', async (load) => ({
  ...(await load<object>()),
  sessionKnown: async () => session,
  useSession: () => session,
}))

/** Opens the page at an address, signed in or out. */
function open(path: string, status: 'signed-in' | 'signed-out') {
  Object.assign(session, { status, user: { uid: owner.id, phoneNumber: '+919876543210' } })
  queryClient.setQueryData(profileQuery().queryKey, owner)
  server.use(http.all('*', () => new HttpResponse(null, { status: 404 })))
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  window.history.replaceState(null, '', path)
  const releases = [aRemote('Jobs')]
  const routes = [{ index: true, element: <h1>All jobs</h1> }]
  const remotes = createRemotes(releases, async () => ({ routes }))
  const releaseSet = {
    id: 'set',
    revision: 1,
    host: { version: '1' },
    remotes: releases,
    revoked: [],
    flags: {},
  }
  const identity = { projectId: 'demo', apiKey: 'key', emulator: true }
  const router = createRouter({
    config: { identity },
    releaseSet,
    remotes,
    updates: createReleaseUpdates(remotes),
  })
  render(<App router={router} />)
  return router
}

const notFound = () => screen.findByRole('heading', { name: 'Page Not Found' })
const status = () => document.querySelector('main ~ p[role="status"]')

test('the shell stays mounted on the way to the 404 page and back, and announces each page', async () => {
  const router = open('/nowhere', 'signed-in')
  expect(await notFound()).toBeVisible()
  const navigation = screen.getByRole('navigation')

  await userEvent.click(within(navigation).getByRole('link', { name: 'Jobs' }))
  expect(await screen.findByRole('heading', { name: 'All jobs' })).toBeVisible()
  expect(screen.getByRole('navigation')).toBe(navigation)
  await vi.waitFor(() => expect(status()).toHaveTextContent('Jobs · Errand'))

  await router.navigate('/nowhere/else')
  expect(await notFound()).toBeVisible()
  expect(screen.getByRole('navigation')).toBe(navigation)
  await vi.waitFor(() => expect(status()).toHaveTextContent('Page Not Found · Errand'))
  expect(screen.getByRole('main')).toHaveFocus()
})

test('a visitor sees the 404 page without navigation, and must sign in for other pages', async () => {
  const router = open('/nowhere', 'signed-out')
  expect(await notFound()).toBeVisible()
  expect(screen.getByText("The page you're looking for doesn't exist.")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  expect(screen.queryByRole('navigation')).toBeNull()

  await userEvent.click(screen.getByRole('link', { name: 'Dashboard' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await router.navigate('/jobs?q=a')
  expect(router.state.location.search).toBe('?next=%2Fjobs%3Fq%3Da')
})

test('after a sign-in in another tab the next page has the navigation', async () => {
  const router = open('/nowhere', 'signed-out')
  expect(await notFound()).toBeVisible()
  session.status = 'signed-in'

  await router.navigate('/jobs')
  expect(await screen.findByRole('heading', { name: 'All jobs' })).toBeVisible()
  expect(screen.getByRole('navigation')).toBeVisible()
})
