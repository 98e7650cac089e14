import { owner } from '@errand/contract/testing/owner'
import { queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'

import { accountStats } from '../../testing/account.ts'
import { server } from '../../testing/server.ts'
import { ChangedElsewhere } from './changed-elsewhere.tsx'

type Values = Parameters<typeof ChangedElsewhere>[0]['mine']

const rows = (mine: Values, theirs: Values) => {
  render(
    <QueryClientProvider client={queryClient}>
      <ChangedElsewhere {...{ mine, theirs }} labels={{}} onTake={() => {}} />
    </QueryClientProvider>,
  )
  const cells = screen.getAllByRole('row').map((row) => [...row.children])
  return cells.slice(1).map((row) => row.map(({ textContent }) => textContent))
}

beforeEach(() => server.use(http.get('*/api/auth/stats', () => HttpResponse.json(accountStats))))

test('what is empty as a whole there is told by its parts here', () => {
  const { notifications } = owner.settings
  const of = (quietHours: typeof notifications.quietHours): Values => ({
    settings: { notifications: { ...notifications, quietHours } },
  })
  expect(rows(of({ from: '21:00', to: '08:00' }), of(null))).toEqual([
    ['from', '21:00', 'empty'],
    ['to', '08:00', 'empty'],
  ])
})

test('an amount is written as money, and a list by what the other side lacks', () => {
  const { billing, business } = owner.settings
  const of = (lowBalanceMinor: number, label: string, to: string): Values => {
    const days = business.hours.days.map((day) => (day.day === 1 ? { ...day, to } : day))
    const closedDates = [
      { from: '2026-12-24', to: '2026-12-26', label: 'Both' },
      { from: '2026-11-08', to: '2026-11-08', label },
    ]
    const hours = { ...business.hours, days, closedDates }
    return { settings: { billing: { ...billing, lowBalanceMinor }, business: { hours } } }
  }
  expect(rows(of(10_050, 'Diwali', '17:00'), of(5000, 'Holi', '16:00'))).toEqual([
    ['lowBalanceMinor', '₹100.50', '₹50.00'],
    [
      'days',
      expect.stringMatching(/^Monday .+–17:00$/),
      expect.stringMatching(/^Monday .+–16:00$/),
    ],
    ['closedDates', 'Diwali 2026-11-08', 'Holi 2026-11-08'],
  ])
})

test('a secret that was typed is never shown', () => {
  const mine = { settings: { smtp: { password: 'hunter2', host: 'a.example' } } }
  const theirs = { settings: { smtp: { host: 'b.example' } } }
  expect(rows(mine as Values, theirs as Values)).toEqual([['host', 'a.example', 'b.example']])
})
