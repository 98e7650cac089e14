import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

import { createRemotes } from '../federation/remotes.ts'
import { accountStats } from '../testing/account.ts'
import { DashboardPage } from './dashboard-page.tsx'

test('a refused range shows which day is invalid', async () => {
  const errors = [{ pointer: '#/from', code: 'invalid_format', detail: 'Invalid ISO date' }]
  const problem = { type: 't', title: 'No', status: 422, code: 'validation_failed', traceId: 't' }
  server.use(
    http.get('*/api/auth/stats', () => HttpResponse.json(accountStats)),
    http.get('*/api/chats/stats', () => HttpResponse.json({ ...problem, errors }, { status: 422 })),
  )
  queryClient.setQueryData(profileQuery().queryKey, owner)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DashboardPage remotes={createRemotes([], async () => ({}))} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const figures = await screen.findByRole('region', { name: 'Figures' })

  expect(await within(figures).findByRole('alert')).toHaveTextContent(
    'The figures could not be loaded. Some values are not valid: from (Invalid ISO date)',
  )
})
