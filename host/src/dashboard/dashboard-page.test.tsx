import type { User } from '@errand/contract/auth'
import type { JobList } from '@errand/contract/jobs'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

import { owner } from '@errand/contract/testing/owner'
import { server } from '../testing/server.ts'
import { DashboardPage } from './dashboard-page.tsx'

const none = { draft: 0, active: 0, paused: 0, archived: 0 }

function answer(totals: JobList['totals']) {
  server.use(
    http.get('*/api/jobs', () => HttpResponse.json({ items: [], nextCursor: null, totals })),
  )
}

function setup(user: User = owner) {
  queryClient.setQueryData(profileQuery().queryKey, user)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DashboardPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a new owner sees what is left to set up', async () => {
  answer(none)
  setup({ ...owner, name: '' })

  expect(await screen.findByText('0 of 3 done')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard')
  expect(screen.getByRole('link', { name: 'Tell us your name' })).toHaveAttribute(
    'href',
    '/settings',
  )
  expect(screen.getByRole('link', { name: 'Write your first job' })).toHaveAttribute(
    'href',
    '/jobs/new',
  )
})

test('what is done is marked, what is left still leads on', async () => {
  answer({ ...none, draft: 2 })
  setup()

  expect(await screen.findByText('2 of 3 done')).toBeVisible()
  expect(screen.getAllByRole('img', { name: 'Done' })).toHaveLength(2)
  expect(screen.queryByRole('link', { name: 'Tell us your name' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: '2Drafts' })).toHaveAttribute(
    'href',
    '/jobs?status=draft',
  )
})

test('with everything set up the list is gone and the owner is greeted', async () => {
  answer({ ...none, active: 1 })
  setup()

  expect(await screen.findByRole('link', { name: '1Active' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Hello, Asha', level: 1 })).toBeVisible()
  expect(screen.queryByText(/of 3 done/)).not.toBeInTheDocument()
})

test('without an answer no number is shown, and another try works', async () => {
  server.use(http.get('*/api/jobs', () => new HttpResponse(null, { status: 500 })))
  setup()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Server error. Please try again later.',
  )

  answer({ ...none, active: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByRole('link', { name: '1Active' })).toBeVisible()
})
