import * as z from 'zod/mini'

import { call } from '../call.ts'
import { amountMinorSchema, currencySchema, unitPriceSchema } from '../money.ts'

const partySchema = z.object({
  name: z.string(),
  address: z.optional(z.string()),
  gstin: z.optional(z.string()),
  stateCode: z.optional(z.string()),
})

/** An invoice as it was issued; nothing of it changes afterwards. */
export const invoiceSchema = z.object({
  id: z.string(),
  /** At most 16 characters, consecutive within a financial year. */
  number: z.string().check(z.regex(/^[A-Za-z0-9/-]{1,16}$/)),
  series: z.string(),
  /** `26-27`: from April to March. */
  financialYear: z.string(),
  issuedAt: z.iso.datetime(),
  orderId: z.string(),
  kind: z.enum(['tax_invoice', 'receipt', 'credit_note']),
  supplier: partySchema,
  buyer: partySchema,
  placeOfSupply: z.optional(z.string()),
  lines: z.array(
    z.object({
      description: z.string(),
      sac: z.optional(z.string()),
      quantity: z.int(),
      unitPrice: unitPriceSchema,
      taxableMinor: amountMinorSchema,
    }),
  ),
  taxes: z.array(
    z.object({
      type: z.enum(['CGST', 'SGST', 'IGST', 'VAT']),
      /** In percent. */
      rate: z.number(),
      amountMinor: amountMinorSchema,
    }),
  ),
  totalMinor: amountMinorSchema,
  currency: currencySchema,
  totalInWords: z.string(),
  reverseCharge: z.boolean(),
  status: z.enum(['issued', 'void']),
})
export type Invoice = z.infer<typeof invoiceSchema>

/** An invoice as a list shows it. */
export const invoiceRowSchema = z.pick(invoiceSchema, {
  id: true,
  number: true,
  issuedAt: true,
  totalMinor: true,
  currency: true,
  status: true,
  kind: true,
})
export type InvoiceRow = z.infer<typeof invoiceRowSchema>

export const readInvoiceCall = call('GET /billing/invoice/:id', {
  ids: { id: 'invoice' },
  query: z.object({ format: z._default(z.enum(['pdf', 'json']), 'pdf') }),
  answer: invoiceSchema,
})
