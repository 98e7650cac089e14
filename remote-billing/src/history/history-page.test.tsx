import type { LedgerEntry } from '@errand/contract/billing/summary'
import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { anOrder, answerSummary, aSummary, problem } from '../testing/billing.ts'
import { renderRoute } from '../testing/render-route.tsx'

const at = '2026-11-20T10:00:00.000Z'
const lines: LedgerEntry[] = [
  {
    id: 'led_3',
    kind: 'usage',
    micros: '-200000',
    balanceAfterMicros: '499800000',
    messageId: 'msg_1',
    sessionId: 'ses_1',
    author: 'assistant',
    unitPrice: '0.20',
    at,
  },
  {
    id: 'led_2',
    kind: 'top_up',
    micros: '500000000',
    balanceAfterMicros: '500000000',
    orderId: 'ord_1',
    at,
  },
  {
    id: 'led_1',
    kind: 'trial_usage',
    micros: '0',
    balanceAfterMicros: '0',
    messageId: 'msg_0',
    sessionId: 'ses_1',
    author: 'owner',
    unitPrice: '0.20',
    at,
  },
]

const answerLedger = (answer: (query: URLSearchParams) => object) =>
  http.get('*/api/billing/ledger', ({ request }) =>
    HttpResponse.json(answer(new URL(request.url).searchParams)),
  )

test('each change says what it was for, down to the message, and what was left', async () => {
  server.use(
    answerSummary(() => aSummary()),
    answerLedger((query) =>
      query.has('cursor')
        ? { items: lines.slice(2), nextCursor: null }
        : { items: lines.slice(0, 2), nextCursor: 'next' },
    ),
  )
  renderRoute('/billing/history')

  const message = await screen.findByRole('row', { name: /Message from your assistant at ₹0\.20/ })
  expect(within(message).getByText('-₹0.20')).toBeVisible()
  expect(within(message).getByText('₹499.80')).toBeVisible()
  expect(within(message).getByRole('link', { name: 'Show message' })).toHaveAttribute(
    'href',
    '/chats?session=ses_1&message=msg_1',
  )
  const credit = screen.getByRole('row', { name: /Credit added/ })
  expect(within(credit).getByRole('link', { name: 'Show order' })).toHaveAttribute(
    'href',
    '/billing/orders/ord_1',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('row', { name: /Your message.* Free ₹0\.00/ })).toBeVisible()
})

test('kind and days of the ledger are in the address', async () => {
  server.use(
    answerSummary(() => aSummary()),
    answerLedger((query) => ({
      items: query.get('kind') === 'top_up' ? [lines[1]] : lines,
      nextCursor: null,
    })),
  )
  const router = renderRoute('/billing/history?from=2026-11-01')
  await screen.findByRole('row', { name: /assistant/ })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Credit added')
  await waitFor(() =>
    expect(screen.queryByRole('row', { name: /assistant/ })).not.toBeInTheDocument(),
  )
  expect(router.state.location.search).toBe('?from=2026-11-01&kind=top_up')

  const from = screen.getByLabelText('From')
  await act(async () => void fireEvent.change(from, { target: { value: '0002-11-01' } }))
  expect(router.state.location.search, 'a year half typed').toBe('?from=2026-11-01&kind=top_up')
  fireEvent.change(from, { target: { value: '2026-11-02' } })
  // The field follows the address in the next render.
  await act(async () => void fireEvent.blur(from))
  await waitFor(() => expect(router.state.location.search).toBe('?kind=top_up&from=2026-11-02'))

  from.focus()
  fireEvent.change(from, { target: { value: '2026-11-03' } })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?kind=top_up&from=2026-11-03'))
  expect(from).toHaveFocus()
})

test('no amount is shown in another currency than the account has', async () => {
  server.use(
    http.get('*/api/billing/summary', () => problem(500, 'internal')),
    answerLedger(() => ({ items: lines, nextCursor: null })),
  )
  renderRoute('/billing/history')
  await screen.findByRole('region', { name: 'Balance history' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText(/₹/)).not.toBeInTheDocument()
})

test('an order that was begun can be resumed, one that is paid be looked at', async () => {
  const orders = [
    anOrder({ id: 'ord_2', status: 'attempted', createdAt: at }),
    anOrder({ id: 'ord_1', status: 'paid', createdAt: at }),
  ]
  server.use(
    answerSummary(() => aSummary({ orders: { items: orders, nextCursor: null } })),
    answerLedger(() => ({ items: [], nextCursor: null })),
  )
  renderRoute('/billing/history')
  expect(
    await screen.findByRole('link', { name: /^Resume payment of ₹590\.00, Nov 20, 2026/ }),
  ).toHaveAttribute('href', '/billing/orders/ord_2')
  expect(screen.getByRole('link', { name: /^Details of ₹590\.00/ })).toHaveAttribute(
    'href',
    '/billing/orders/ord_1',
  )
  expect(screen.getByText('Every message and payment will be listed here.')).toBeVisible()
})
