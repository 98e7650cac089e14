import { expect, test, vi } from 'vitest'

import { deliver, order, useShop, verify } from '../../../test/billing-fixture.ts'
import { useMailWorker } from '../../../test/mail-worker.ts'
import { useTestApi } from '../../../test/test-api.ts'

const shop = await useShop()
const api = useTestApi({ environment: async () => shop.environment })
const post = useMailWorker(api, 'http://localhost:3000')

test('an invoice is mailed once, with its file, to where its owner wants it', async () => {
  const settings = { billing: { invoiceEmail: 'books@shop.example' } }
  const { owner, ownerId } = await post.newOwner({ settings })
  const open = await order(owner, 30_000)
  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  // The page and each webhook tell of the same payment.
  await Promise.all([
    verify(owner, open.id, paid),
    verify(owner, open.id, paid),
    ...shop.takeDeliveries().map((delivery) => deliver(api, delivery)),
  ])

  expect(await post.mailsTo(ownerId)).toBe(1)
  const [received] = await vi.waitFor(
    () => {
      expect(post.received).toHaveLength(1)
      return post.received
    },
    { interval: 50 },
  )
  expect(received?.to).toEqual(['books@shop.example'])
  const { mail } = received ?? {}
  expect(mail?.subject).toMatch(/^Receipt R\/\d\d-\d\d\/\d{4}$/)
  expect(mail?.text).toContain('₹300.00, is attached.')
  const [file] = mail?.attachments ?? []
  expect(file?.filename).toMatch(/^R-\d\d-\d\d-\d{4}\.pdf$/)
  // A PDF, as mail carries it.
  expect(received?.raw).toContain('JVBERi0')
})

test('whoever names no address for invoices gets no mail', async () => {
  const { owner, ownerId } = await post.newOwner()
  const open = await order(owner, 30_000)
  await verify(owner, open.id, await shop.atCheckout(open.providerOrderId, 'pay'))
  expect(await post.mailsTo(ownerId)).toBe(0)
})
