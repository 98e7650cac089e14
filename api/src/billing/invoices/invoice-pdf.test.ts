import { expect, test } from 'vitest'

import { pagesOf } from '../../../test/read-pdf.ts'
import { withoutEmoji } from '../../pdf/fonts.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { draw } from './invoice-pdf.ts'

const document: InvoiceDocument = {
  id: 'inv_1',
  number: 'A/26-27/0001',
  series: 'A',
  financialYear: '26-27',
  issuedAt: '2026-11-21T10:00:00.000Z',
  orderId: 'ord_1',
  kind: 'tax_invoice',
  supplier: { name: 'Errand Services', gstin: '27AAPFU0939F1ZV', stateCode: '27' },
  buyer: { name: 'Asha Salon' },
  lines: [],
  taxes: [{ type: 'IGST', rate: 18, amountMinor: 18_000 }],
  totalMinor: 118_000,
  currency: 'INR',
  totalInWords: 'One Thousand One Hundred Eighty Rupees Only',
  reverseCharge: false,
}

const line = (description: string) => ({
  description,
  sac: '998599',
  quantity: 1,
  unitPrice: '500.00',
  taxableMinor: 50_000,
})

/** The surface of the cells of a table's head. */
const shade = '0.9568627450980393 0.9647058823529412 0.9725490196078431 scn'
const columns = 5

test.each([1, 12, 40])(
  'of %d lines each page has the head of the table above its own',
  async (count) => {
    const lines = Array.from({ length: count }, (_, index) =>
      line(
        `Prepaid message credit ${index}: ${'2,500 messages at ₹0.20 '.repeat(1 + (index % 4))}`,
      ),
    )
    const pages = pagesOf(await draw({ ...document, lines }))

    expect(pages.length > 1).toBe(count > 12)
    expect(pages.map((page) => page.split(shade).length - 1)).toEqual(pages.map(() => columns))
  },
)

test('the last line goes over to the page with the totals', async () => {
  const lines = Array.from({ length: 21 }, () => line('Prepaid message credit'))
  const pages = pagesOf(await draw({ ...document, lines }))
  expect(pages.map((page) => page.includes(shade))).toEqual([true, true])
})

test('an emoji in a name is left out, as no font here can write it', () => {
  expect(withoutEmoji('Asha ✂️💇🏽‍♀️ Salon 🇮🇳')).toBe('Asha Salon')
  expect(withoutEmoji('आशा © 2 #1')).toBe('आशा © 2 #1')
  expect(withoutEmoji('💇')).toBe('💇')
})
