import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'

import { billingKey } from '../account/billing.queries.ts'
import {
  aConfig,
  anOrder,
  anOrderState,
  answerConfig,
  answerOrder,
  answerSummary,
  aSummary,
  problem,
} from '../testing/billing.ts'
import { openedCheckouts, installCheckout } from '../testing/checkout.ts'
import { renderRoute } from '../testing/render-route.tsx'

const signed = {
  razorpay_order_id: 'order_1',
  razorpay_payment_id: 'pay_1',
  razorpay_signature: 'a'.repeat(64),
}
const checkout = {
  provider: 'razorpay',
  keyId: 'rzp_live_1',
  orderId: 'order_1',
  amount: 59_000,
  currency: 'INR',
  name: 'Errand',
  prefill: { contact: '+919800000001', email: '' },
  callbackUrl: null,
  scriptUrl: 'https://checkout.example/v1/checkout.js',
}
const paidPayment = {
  id: 'pay_1',
  method: 'upi',
  status: 'captured' as const,
  at: '2026-11-21T12:00:00.000Z',
}
let ordered: { body: unknown; key: string | null }[]

beforeEach(() => {
  queryClient.setQueryData(profileQuery().queryKey, owner)
  ordered = []
  server.use(
    answerSummary(() => aSummary()),
    answerConfig(aConfig()),
    http.post('*/api/billing/create-order', async ({ request }) => {
      ordered.push({ body: await request.json(), key: request.headers.get('idempotency-key') })
      return HttpResponse.json({ success: true, order: anOrder(), checkout }, { status: 201 })
    }),
  )
})

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

async function openWindow() {
  installCheckout()
  const router = renderRoute('/billing/buy')
  await screen.findByRole('radio', { name: '2,500 messages' })
  await press('Pay ₹590.00')
  await waitFor(() => expect(openedCheckouts).toHaveLength(1))
  return router
}

test('a pack shows its tax, is paid, verified and confirmed', async () => {
  let isPaid = false
  server.use(
    http.post('*/api/billing/verify-payment', async ({ request }) => {
      expect(await request.json()).toEqual({ orderId: 'ord_1', ...signed })
      isPaid = true
      const order = anOrder({ status: 'paid' })
      return HttpResponse.json({ success: true, order, pollAfterMs: 2000 }, { status: 202 })
    }),
    ...answerOrder(() =>
      isPaid
        ? anOrderState({ status: 'paid' }, { payments: [paidPayment], invoiceId: 'inv_1' })
        : anOrderState(),
    ),
  )
  const router = await openWindow()
  expect(screen.getByText('GST 18%')).toBeVisible()
  expect(openedCheckouts[0]?.timeout, 'no longer than the order').toBeGreaterThan(1700)
  expect(openedCheckouts[0]?.timeout).toBeLessThanOrEqual(1800)
  expect(ordered).toEqual([
    { body: { packId: 'pack_500' }, key: expect.stringMatching(/^\w{32}$/) },
  ])
  openedCheckouts[0]?.handler(signed)

  expect(await screen.findByRole('heading', { name: '₹500.00 of credit added' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/billing/orders/ord_1')
  expect(screen.getByRole('button', { name: 'Download invoice' })).toBeVisible()
})

test('an amount of one’s own keeps to the limits, and pays to the paisa', async () => {
  installCheckout()
  renderRoute('/billing/buy')
  await userEvent.click(await screen.findByRole('radio', { name: 'Another amount' }))
  const field = screen.getByRole('textbox', { name: 'Amount' })
  await userEvent.type(field, '9.99')
  await press('Pay')
  expect(screen.getByText('Enter an amount from ₹10.00 to ₹100,000.00.')).toBeVisible()
  expect(ordered).toEqual([])

  await userEvent.clear(field)
  await userEvent.type(field, '1,999.95')
  await press('Pay ₹2,359.95')
  await waitFor(() => expect(openedCheckouts).toHaveLength(1))
  expect(ordered[0]?.body).toEqual({ amountMinor: 199_995, currency: 'INR' })
})

test('a window that is closed leads to the truth: paid already, though nobody said so', async () => {
  server.use(...answerOrder(() => anOrderState({ status: 'paid' }, { payments: [paidPayment] })))
  await openWindow()
  openedCheckouts[0]?.modal.ondismiss()
  expect(await screen.findByRole('heading', { name: '₹500.00 of credit added' })).toBeVisible()
})

test.each([
  ['card', 'Card'],
  ['netbanking', 'Net banking'],
  ['upi', 'UPI'],
  ['wallet', 'Wallet'],
  ['cardless_emi', 'Cardless emi'],
])('a payment by %s is said in words', async (method, name) => {
  const payments = [{ ...paidPayment, method }]
  server.use(...answerOrder(() => anOrderState({ status: 'paid' }, { payments })))
  renderRoute('/billing/orders/ord_1')
  const attempts = await screen.findByRole('list', { name: 'Payment attempts' })
  expect(within(attempts).getByText(name)).toBeVisible()
})

test('a bank that declines is quoted, with what to do', async () => {
  const payments = [{ ...paidPayment, status: 'failed' as const, error: 'BAD_REQUEST_ERROR' }]
  server.use(...answerOrder(() => anOrderState({ status: 'attempted' }, { payments })))
  await openWindow()
  openedCheckouts[0]?.refuse('The bank declined it.')
  openedCheckouts[0]?.modal.ondismiss()

  expect(await screen.findByRole('heading', { name: /payment of ₹590\.00 failed/ })).toBeVisible()
  expect(screen.getByText(/^The bank declined it\. No credit was added\./)).toBeVisible()
  await press('Pay ₹590.00 again')
  await waitFor(() => expect(openedCheckouts).toHaveLength(2))
  expect(ordered[1]?.body).toEqual({ amountMinor: 50_000, currency: 'INR' })
  expect(ordered[1]?.key).not.toBe(ordered[0]?.key)
})

test.each([
  [
    'paid back tells it with its tax, of all that was paid',
    anOrderState({ status: 'paid' }, { refundedMinor: 11_800, payments: [paidPayment] }),
    '₹118.00 of ₹590.00 was refunded.',
  ],
  [
    'paid twice tells which payment goes back',
    anOrderState(
      { status: 'paid' },
      { payments: [paidPayment, { ...paidPayment, id: 'pay_2', error: 'surplus' }] },
    ),
    'Not needed. It will be refunded.',
  ],
  [
    'begun, and of which no end is known, is not offered again',
    anOrderState({ status: 'attempted' }),
    /^Confirming/,
  ],
])('an order that was %s', async (_, state, text) => {
  server.use(...answerOrder(() => state))
  renderRoute('/billing/orders/ord_1')
  expect(await screen.findAllByText(text)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /Pay|Resume/ })).not.toBeInTheDocument()
})

test('who closes the window can resume the payment', async () => {
  server.use(...answerOrder(() => anOrderState()))
  await openWindow()
  openedCheckouts[0]?.modal.ondismiss()
  expect(await screen.findByRole('button', { name: 'Resume payment of ₹590.00' })).toBeVisible()
  expect(screen.getByText('No money was taken. You can finish the payment now.')).toBeVisible()
})

test('a payment with a wrong signature is not ours, and no credit is promised', async () => {
  server.use(
    http.post('*/api/billing/verify-payment', () => problem(400, 'payment_signature_invalid')),
    ...answerOrder(() => anOrderState()),
  )
  await openWindow()
  openedCheckouts[0]?.handler(signed)
  expect(await screen.findByText('This payment could not be confirmed')).toBeVisible()
  expect(screen.queryByText(/credit added/)).not.toBeInTheDocument()
})

test('a bank that declines after all is no payment that could not be confirmed', async () => {
  const payments = [{ ...paidPayment, status: 'failed' as const }]
  server.use(
    http.post('*/api/billing/verify-payment', () => problem(409, 'payment_not_captured')),
    ...answerOrder(() => anOrderState({ status: 'attempted' }, { payments })),
  )
  await openWindow()
  openedCheckouts[0]?.handler(signed)
  expect(await screen.findByRole('button', { name: 'Pay ₹590.00 again' })).toBeVisible()
  expect(screen.queryByText('This payment could not be confirmed')).not.toBeInTheDocument()
})

test('an order that expired has, though its verification never came through', async () => {
  server.use(
    http.post('*/api/billing/verify-payment', () => problem(500, 'internal')),
    ...answerOrder(() => anOrderState({ status: 'expired' })),
  )
  await openWindow()
  openedCheckouts[0]?.handler(signed)
  expect(await screen.findByRole('heading', { name: /has expired$/ })).toBeVisible()
})

test('a payment whose answer was lost is confirmed by asking, after a reload too', async () => {
  const payments = [{ ...paidPayment, status: 'authorized' as const }]
  let state = anOrderState({ status: 'attempted' }, { payments })
  server.use(...answerOrder(() => state))
  renderRoute('/billing/orders/ord_1')
  expect(await screen.findByRole('heading', { name: /^Confirming/ })).toBeVisible()
  state = anOrderState({ status: 'paid' }, { payments: [paidPayment] })
  expect(await screen.findByRole('heading', { name: '₹500.00 of credit added' })).toBeVisible()

  cleanup()
  queryClient.removeQueries({ queryKey: billingKey })
  renderRoute('/billing/orders/ord_1')
  expect(await screen.findByRole('heading', { name: '₹500.00 of credit added' })).toBeVisible()
})

test('while the provider is down what we know is shown, and that it is asked again', async () => {
  server.use(
    http.get('*/api/billing/orders/:id', () => HttpResponse.json(anOrderState())),
    http.post('*/api/billing/orders/:id/check', () => problem(500, 'internal')),
  )
  renderRoute('/billing/orders/ord_1')
  expect(await screen.findByText(/page keeps trying/)).toBeVisible()
  expect(screen.queryByText(/No money was taken/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Pay|Resume/ })).not.toBeInTheDocument()
})

test.each([
  [503, 'service_unavailable', 'The payment provider is not responding'],
  [503, 'payments_not_configured', 'Payments are not set up here yet'],
  [409, 'conflict', 'Nothing was charged. Please try again.'],
])('an order refused with %i %s says that nothing was charged', async (status, code, title) => {
  installCheckout()
  server.use(http.post('*/api/billing/create-order', () => problem(status, code)))
  renderRoute('/billing/buy')
  await screen.findByRole('radio', { name: '2,500 messages' })
  await press('Pay ₹590.00')
  expect(await screen.findByText(title)).toBeVisible()
  expect(openedCheckouts).toHaveLength(0)
})

test('where payments are not set up the page says what is missing', async () => {
  const issues = [{ code: 'key_id_missing', message: 'PAYMENT_KEY_ID is not set.' }]
  server.use(answerConfig(aConfig({ configured: false, provider: null, mode: null, issues })))
  renderRoute('/billing/buy')
  expect(await screen.findByText('PAYMENT_KEY_ID is not set.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
})
