import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

import { answerSummary, aSummary } from './testing/billing.ts'
import { Widget } from './widget.tsx'

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Widget />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test.each([
  [{ perDay7d: 40, usedDays7d: 2, runsOutOn: '2026-12-20' }, /₹199.90Add credit$/],
  [{ perDay7d: 0, usedDays7d: 0, runsOutOn: null }, /₹199.90Add credit$/],
  [{ perDay7d: 40, usedDays7d: 3, runsOutOn: '2026-12-20' }, /until about December 20/],
])(
  'how long the balance lasts is said from the third day with usage (%#)',
  async (forecast, said) => {
    server.use(answerSummary(() => aSummary({ forecast })))
    open()

    await screen.findByText('≈ 999 messages')
    expect(screen.getByRole('region', { name: 'Balance' })).toHaveTextContent(said)
  },
)

test('the dashboard sees what is left; what could not be fetched says so, and is fetched again', async () => {
  server.use(http.get('*/api/billing/summary', () => new HttpResponse(null, { status: 500 })))
  open()
  expect(await screen.findByText('Server error. Please try again later.')).toBeVisible()
  expect(screen.getByText('Your credit is safe.')).toBeVisible()

  server.use(answerSummary(() => aSummary()))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('≈ 999 messages')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add credit' })).toHaveAttribute('href', '/billing/buy')
})
