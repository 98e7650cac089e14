import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { DashboardPage } from '../dashboard/dashboard-page.tsx'
import { createRemotes } from '../federation/remotes.ts'
import { accountStats } from '../testing/account.ts'
import { answerAlerts, byEmail } from '../testing/answer-alerts.ts'
import { flushNotifications } from '../testing/open-settings.tsx'

/** Opens the dashboard of an owner with customers. */
function open(whatsapp = true) {
  const stats = { ...accountStats, setup: { ...accountStats.setup, whatsapp } }
  server.use(
    http.get('*/api/auth/stats', () => HttpResponse.json(stats)),
    http.get('*/api/chats/stats', () => new HttpResponse(null, { status: 404 })),
  )
  queryClient.setQueryData(profileQuery().queryKey, owner)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DashboardPage remotes={createRemotes([], async () => ({}))} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const findDashboard = () => screen.findByText('What your assistant is doing and what needs you.')

test('an owner whom no alert can reach sees a warning until they hide it', async () => {
  answerAlerts()
  open()
  const warning = await screen.findByText(/^No alert can reach you/)
  expect(screen.getByRole('link', { name: 'Set up alerts' })).toHaveAttribute(
    'href',
    '/settings#notifications',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(warning).not.toBeInTheDocument()

  cleanup()
  open()
  expect(await findDashboard()).toBeVisible()
  await flushNotifications()
  expect(screen.queryByText(/^No alert can reach you/)).not.toBeInTheDocument()
})

test('an owner who gets e-mails sees no warning', async () => {
  const asked = vi.fn<() => void>()
  answerAlerts({ email: byEmail }, asked)
  open()
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await flushNotifications()

  expect(screen.queryByText(/^No alert can reach you/)).not.toBeInTheDocument()
})

test('without a connected number there is no warning', async () => {
  const asked = vi.fn<() => void>()
  answerAlerts({}, asked)
  open(false)
  expect(await findDashboard()).toBeVisible()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))

  expect(asked).not.toHaveBeenCalled()
})
