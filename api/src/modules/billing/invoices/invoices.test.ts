import { invoiceSchema } from '@errand/contract/billing/invoice'
import { isStateCode } from '@errand/contract/gstin'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import {
  buy,
  deliver,
  gstSeller,
  order,
  summaryOf,
  useShop,
  verify,
} from '../../../../test/billing-fixture.ts'
import { useMailWorker } from '../../../../test/mail-worker.ts'
import { metricsToken, useTestApi, type Person } from '../../../../test/test-api.ts'
import { users } from '../../../platform/database/schema.ts'
import { amountInWords, states } from './invoice-document.ts'
import { financialYearOf } from './invoices.ts'

const shop = await useShop()
const api = useTestApi({ environment: async () => ({ ...shop.environment, ...gstSeller }) })
const post = useMailWorker(api, 'http://localhost:3000')

interface Buyer {
  legalName?: string
  gstin?: string
  address?: string
  stateCode?: string
}

async function newBuyer(billing: Buyer): Promise<Person> {
  const owner = await api.newOwner()
  await api.database.queries
    .update(users)
    .set({ preferences: { billing } })
    .where(eq(users.uid, owner.uid))
  return owner
}

async function readInvoice(owner: Person, id: string) {
  const { status, body } = await owner.call('GET', `/api/billing/invoice/${id}?format=json`)
  expect(status).toBe(200)
  return invoiceSchema.parse(body)
}

/** Pays back all of a payment in parts; answers the credit notes. */
async function refundAll(owner: Person, paymentId: string, parts: number[]) {
  shop.takeDeliveries()
  for (const amount of parts) await shop.atProvider(`payments/${paymentId}/refund`, { amount })
  for (const event of shop.takeDeliveries()) await deliver(api, event)
  const { balance, invoices } = await summaryOf(owner)
  expect(balance.amountMinor).toBe(0)
  const notes = invoices.items.filter(({ kind }: { kind: string }) => kind === 'credit_note')
  return Promise.all(notes.map(({ id }: { id: string }) => readInvoice(owner, id)))
}

test('every accepted state code has a name for the invoice', () => {
  const codes = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'))
  expect(codes.filter((code) => isStateCode(code))).toEqual(Object.keys(states).toSorted())
})

test('an invoice within the state has CGST and SGST', async () => {
  const owner = await newBuyer({
    legalName: 'Asha Salon',
    gstin: '27AAPFU0939F1ZV',
    address: 'Pune',
  })

  const { verified } = await buy(shop, owner, 50_000)

  expect(await readInvoice(owner, verified.body.invoiceId)).toMatchObject({
    number: expect.stringMatching(/^A\/\d\d-\d\d\/\d{4}$/),
    kind: 'tax_invoice',
    supplier: { name: 'Errand Services', gstin: '27AAPFU0939F1ZV', stateCode: '27' },
    buyer: { name: 'Asha Salon', gstin: '27AAPFU0939F1ZV', stateCode: '27', address: 'Pune' },
    placeOfSupply: '27-Maharashtra',
    lines: [{ sac: '998599', quantity: 1, unitPrice: '500.00', taxableMinor: 50_000 }],
    taxes: [
      { type: 'CGST', rate: 9, amountMinor: 4500 },
      { type: 'SGST', rate: 9, amountMinor: 4500 },
    ],
    totalMinor: 59_000,
    totalInWords: 'Five Hundred Ninety Rupees Only',
    reverseCharge: false,
    status: 'issued',
  })
})

test('an order from before a tax change is invoiced at the rate it was paid at', async () => {
  const { prices } = api.billing
  const { tax } = prices
  const owner = await newBuyer({ stateCode: '27' })
  const open = await order(owner, 50_000)
  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  prices.tax = { scheme: 'gst', rate: 28_000n }
  try {
    const { body } = await verify(owner, open.id, paid)
    expect(await readInvoice(owner, body.invoiceId)).toMatchObject({
      totalMinor: 59_000,
      taxes: [
        { type: 'CGST', rate: 9, amountMinor: 4500 },
        { type: 'SGST', rate: 9, amountMinor: 4500 },
      ],
    })
  } finally {
    prices.tax = tax
  }
})

test('an invoice to another state has IGST, and so do its credit notes', async () => {
  const owner = await newBuyer({ stateCode: '29' })
  const { paid, verified } = await buy(shop, owner, 100_001)
  const invoice = await readInvoice(owner, verified.body.invoiceId)
  expect(invoice).toMatchObject({
    buyer: { name: owner.phoneNumber, stateCode: '29' },
    placeOfSupply: '29-Karnataka',
    taxes: [{ type: 'IGST', rate: 18, amountMinor: 18_000 }],
    totalMinor: 118_001,
  })

  shop.takeDeliveries()
  const notes = await refundAll(owner, paid.razorpay_payment_id, [33_333, 84_668])
  expect(notes).toHaveLength(2)
  const sum = (pick: (note: (typeof notes)[0]) => number) =>
    notes.reduce((total, note) => total + pick(note), 0)
  expect(sum(({ totalMinor }) => totalMinor)).toBe(invoice.totalMinor)
  expect(sum(({ taxes }) => taxes[0]?.amountMinor ?? 0)).toBe(18_000)
  expect(sum(({ lines }) => lines[0]?.taxableMinor ?? 0)).toBe(100_001)
  expect(notes[0]).toMatchObject({ buyer: invoice.buyer, placeOfSupply: '29-Karnataka' })
  expect(notes[0]?.lines[0]?.description).toContain(invoice.number)
})

test('the tax of partial refunds adds up to the tax of the invoice', async () => {
  const { prices } = api.billing
  const { tax } = prices
  const owner = await api.newOwner()
  prices.tax = { scheme: 'vat', rate: 21_000n }
  try {
    const { open, paid } = await buy(shop, owner, 2500)
    expect(open).toMatchObject({ taxMinor: 525, totalMinor: 3025 })
    const notes = await refundAll(owner, paid.razorpay_payment_id, [1001, 2024])
    expect(notes.reduce((sum, { taxes }) => sum + (taxes[0]?.amountMinor ?? 0), 0)).toBe(525)
  } finally {
    prices.tax = tax
  }
})

test('an invoice is drawn on request, with the same bytes each time', async () => {
  const owner = await newBuyer({ legalName: 'श्री केश कर्तनालय' })
  const { verified } = await buy(shop, owner, 50_000)
  const ask = () => owner.call('GET', `/api/billing/invoice/${verified.body.invoiceId}`)

  const [first, second] = await Promise.all([ask(), ask()])

  expect(first.status).toBe(200)
  expect(first.headers.get('content-type')).toBe('application/pdf')
  expect(first.headers.get('content-disposition')).toMatch(
    /^inline; filename="A-\d\d-\d\d-\d{4}\.pdf"$/,
  )
  expect(first.body.slice(0, 5)).toBe('%PDF-')
  expect(second.body).toBe(first.body)
})

test('aborting the request stops drawing the invoice and logs no error', async () => {
  const owner = await newBuyer({})
  const { verified } = await buy(shop, owner, 50_000)
  const leaving = new AbortController()
  const path = `/api/billing/invoice/${verified.body.invoiceId}`
  const left = owner.stream(path, { signal: leaving.signal })
  await vi.waitFor(async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const { body } = await owner.call('GET', '/api/metrics', { headers })
    expect(body).toContain('errand_expensive_calls{kind="exports",state="running"} 1')
  })

  leaving.abort()

  expect((await left).status).toBe(500)
  expect(api.log.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('an invoice is e-mailed once, with its PDF, to the owner’s invoice address', async () => {
  const settings = { billing: { invoiceEmail: 'books@shop.example' } }
  const { owner, ownerId } = await post.newOwner({ settings })
  const open = await order(owner, 30_000)
  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  // The page and each webhook tell of the same payment.
  const webhooks = shop.takeDeliveries().map((delivery) => deliver(api, delivery))
  await Promise.all([...webhooks, verify(owner, open.id, paid), verify(owner, open.id, paid)])

  expect(await post.mailsTo(ownerId)).toBe(1)
  const [received] = await vi.waitFor(
    () => {
      expect(post.received).toHaveLength(1)
      return post.received
    },
    { interval: 50 },
  )
  expect(received?.to).toEqual(['books@shop.example'])
  const { subject, text, attachments = [] } = received?.mail ?? {}
  expect(subject).toMatch(/^Tax invoice A\/\d\d-\d\d\/\d{4}$/)
  expect(text).toContain('₹354.00, is attached.')
  expect(attachments[0]?.filename).toMatch(/^A-\d\d-\d\d-\d{4}\.pdf$/)
  // A PDF, as mail carries it.
  expect(received?.raw).toContain('JVBERi0')
})

test('an owner without an invoice address gets no e-mail', async () => {
  const { owner, ownerId } = await post.newOwner()
  await buy(shop, owner, 30_000)
  expect(await post.mailsTo(ownerId)).toBe(0)
})

test.each([
  ['2026-03-31T18:29:59.999Z', '25-26'],
  ['2026-03-31T18:30:00.000Z', '26-27'],
  ['2099-04-01T00:00:00Z', '99-00'],
])('%s is in the financial year %s', (at, year) => {
  expect(financialYearOf(new Date(at))).toBe(year)
})

test.each([
  [59_000, 'INR', 'Five Hundred Ninety Rupees Only'],
  [
    123_456_750,
    'INR',
    'Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven Rupees And Fifty Paise Only',
  ],
  [100_000_050, 'USD', 'One Million Dollars And Fifty Cents Only'],
  [500, 'JPY', 'JPY Five Hundred Only'],
])('%d of %s in words is %s', (minor, currency, words) => {
  expect(amountInWords(minor, currency)).toBe(words)
})
