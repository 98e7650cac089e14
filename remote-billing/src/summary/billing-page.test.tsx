import type { PlanState } from '@errand/contract/billing/summary'
import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'

import { anOrder, answerCosts, answerSummary, aSummary } from '../testing/billing.ts'
import { renderRoute } from '../testing/render-route.tsx'

beforeEach(() => {
  queryClient.setQueryData(profileQuery().queryKey, owner)
  server.use(answerCosts())
})

const { plan } = aSummary()

/** Records the first days of the requested summaries. */
function noteDays(): (string | null)[] {
  const asked: (string | null)[] = []
  server.use(
    answerSummary((query) => {
      asked.push(query.get('from'))
      return aSummary()
    }),
  )
  return asked
}

test('the balance is said in messages, in money, and in how long it lasts', async () => {
  server.use(answerSummary(() => aSummary()))
  renderRoute('/billing')

  const card = await screen.findByRole('region', { name: 'Balance' })
  expect(within(card).getByText('≈ 999 messages')).toBeVisible()
  expect(within(card).getByText(/₹199\.90 of credit/)).toBeVisible()
  expect(within(card).getByText(/₹0\.20 per message/)).toBeVisible()
  expect(card).toHaveTextContent('At 13 messages a day it lasts until about December 3, 2026.')
})

test.each<[PlanState, RegExp]>([
  ['trial', /2 days left of your free trial/],
  ['low', /running low/],
  ['grace', /still send 3 messages yourself/],
  ['exhausted', /Nothing can be sent: your credit is used up/],
])('a plan that is %s says what that means', async (state, text) => {
  const current = { ...plan, state, trialDaysLeft: 2, trialMessagesLeft: 40, graceMessagesLeft: 3 }
  server.use(answerSummary(() => aSummary({ plan: current })))
  renderRoute('/billing')
  expect(await screen.findByText(text)).toBeVisible()
})

test('who has nothing left is told no date', async () => {
  const current = { ...plan, state: 'exhausted' as const }
  const forecast = { perDay7d: 12.5, usedDays7d: 3, runsOutOn: null }
  server.use(answerSummary(() => aSummary({ plan: current, forecast })))
  renderRoute('/billing')
  expect(await screen.findByText('No credit left. Add some to continue.')).toBeVisible()
})

test('usage is a chart or a table by author, of the days in the address', async () => {
  const asked = noteDays()
  const router = renderRoute('/billing?from=2026-11-20&to=2026-11-21')
  const card = await screen.findByRole('region', { name: 'Usage' })
  expect(card).toHaveTextContent('12 messages, ₹2.40')
  expect(card).toHaveTextContent('One message could not be delivered and cost nothing.')
  expect(asked).toContain('2026-11-20')

  await userEvent.click(within(card).getByRole('button', { name: 'Show as table' }))
  expect(within(card).getByRole('row', { name: /Nov 20 5 2 0/ })).toBeVisible()
  expect(within(card).getByRole('row', { name: /Nov 21 3 1 1/ })).toBeVisible()

  await userEvent.click(within(card).getByRole('radio', { name: '7 days' }))
  await waitFor(() => expect(router.state.location.search).toBe('?range=7'))
})

test("the last days are counted by the page's clock, which learns the api's", async () => {
  const asked = noteDays()
  renderRoute('/billing?range=7')
  await screen.findByRole('region', { name: 'Usage' })
  const [first] = asked

  document.documentElement.dataset['clockOffset'] = String(26 * 3_600_000)
  await waitFor(() => expect(asked.at(-1)).not.toBe(first))
  delete document.documentElement.dataset['clockOffset']
})

test('an address that means more than a year shows its last 366 days', async () => {
  const asked = noteDays()
  renderRoute('/billing?from=2020-01-01&to=2026-11-21')
  await screen.findByRole('region', { name: 'Usage' })
  expect(asked).toContain('2025-11-21')
  expect(asked).not.toContain('2020-01-01')
  expect(screen.getByLabelText('From')).toHaveAttribute('min')
})

test('what cost most leads to its job and its chat', async () => {
  server.use(answerSummary(() => aSummary()))
  renderRoute('/billing')
  const jobs = await screen.findByRole('list', { name: 'By job' })
  expect(jobs).toHaveTextContent('Bookings9 messages₹1.80')
  expect(within(jobs).getByRole('link')).toHaveAttribute('href', '/jobs/job_1/edit')
  const chats = screen.getByRole('list', { name: 'By chat' })
  expect(within(chats).getByRole('link')).toHaveAttribute('href', '/chats?session=ses_1')
})

test('a payment that was started can be resumed from here', async () => {
  const orders = { items: [anOrder({ status: 'attempted' })], nextCursor: null }
  server.use(answerSummary(() => aSummary({ orders })))
  renderRoute('/billing')
  expect(await screen.findByText(/payment of ₹590\.00 was started/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Resume payment' })).toHaveAttribute(
    'href',
    '/billing/orders/ord_1',
  )
})

test.each(['12a', ''])(
  'an amount that is none, "%s", is there again as it was typed',
  async (typed) => {
    server.use(answerSummary(() => aSummary()))
    const router = renderRoute('/billing')
    const field = () => screen.findByRole('textbox', { name: 'Notify me below' })
    await userEvent.clear(await field())
    if (typed !== '') await userEvent.type(await field(), typed)
    await act(() => router.navigate('/billing/invoices'))
    await act(() => router.navigate('/billing'))

    expect(await field()).toHaveValue(typed)
    expect(await field()).toBeInvalid()
    // The test's network refuses any request.
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await field()).toHaveFocus()
  },
)

test('the alert is kept in paise; an amount that was saved elsewhere is not overwritten unasked', async () => {
  const sent: unknown[] = []
  server.use(
    answerSummary(() => aSummary()),
    http.put('*/api/auth/settings', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true, user: owner })
    }),
  )
  const savedElsewhere = (lowBalanceMinor: number) => {
    const billing = { ...owner.settings.billing, lowBalanceMinor }
    const settings = { ...owner.settings, version: lowBalanceMinor, billing }
    const user = { ...owner, settings }
    act(() => void queryClient.setQueryData(profileQuery().queryKey, user))
  }
  renderRoute('/billing')
  const field = await screen.findByRole('textbox', { name: 'Notify me below' })
  savedElsewhere(7100)
  await waitFor(() => expect(field).toHaveValue('71.00'))
  await userEvent.clear(field)
  await userEvent.type(field, '1,099.15')
  savedElsewhere(7200)
  expect(await screen.findByText(/^This was changed in another tab/)).toBeVisible()
  expect(field).toHaveValue('1,099.15')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }))

  await waitFor(() =>
    expect(sent).toEqual([{ settings: { billing: { lowBalanceMinor: 109_915 } } }]),
  )
})
