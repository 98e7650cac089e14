import type { Invoice } from '@errand/contract/billing/invoice'
// Each by itself, as all locales together take 20 MB.
import { toCurrency as writeAed } from 'to-words/en-AE'
import { toCurrency as writeAud } from 'to-words/en-AU'
import { toCurrency as writeBdt } from 'to-words/en-BD'
import { toCurrency as writeCad } from 'to-words/en-CA'
import { toCurrency as writeGbp } from 'to-words/en-GB'
import { toCurrency as writeEur } from 'to-words/en-IE'
import { toCurrency as writeInr } from 'to-words/en-IN'
import { toCurrency as writeNpr } from 'to-words/en-NP'
import { toCurrency as writePkr } from 'to-words/en-PK'
import { toCurrency as writeSgd } from 'to-words/en-SG'
import { toCurrency as writeUsd, toWords } from 'to-words/en-US'

import { messagesFor, type Prices } from '../billing-settings.ts'
import {
  decimalText,
  formatCount,
  formatMinor,
  formatPrice,
  taxLines,
  toAmount,
  toMicros,
} from '../money.ts'

/** The part of an invoice that is stored and never changes. */
export type InvoiceDocument = Omit<Invoice, 'status'>
type Buyer = Invoice['buyer']

/** The title of each kind. */
export const invoiceTitles: Record<Invoice['kind'], string> = {
  tax_invoice: 'Tax invoice',
  receipt: 'Receipt',
  credit_note: 'Credit note',
}

/** The letter that starts the numbers of each kind. */
export const seriesByKind: Record<Invoice['kind'], string> = {
  tax_invoice: 'A',
  receipt: 'R',
  credit_note: 'C',
}

export interface InvoiceFacts {
  /** The order's currency: that of the prices may have changed since. */
  currency: string
  id: string
  number: string
  financialYear: string
  issuedAt: Date
  orderId: string
  kind: Invoice['kind']
  description: string
  totalMinor: number
  taxMinor: bigint
}

/** A registered seller issues tax invoices; any other issues receipts. */
export function saleInvoiceKind({ tax, seller }: Prices): 'tax_invoice' | 'receipt' {
  return tax?.scheme === 'gst' && seller.gstin !== undefined ? 'tax_invoice' : 'receipt'
}

/** How credit is named on an invoice. */
export function creditDescription(creditMinor: number, prices: Prices): string {
  const { currency } = prices
  const messages = messagesFor(toMicros(creditMinor, currency), prices)
  const price = formatPrice(prices.unitPrice, currency)
  return `Prepaid message credit: ${formatCount(messages, currency)} messages at ${price}`
}

/** The parties and taxes of an invoice. */
type InvoiceTerms = Pick<InvoiceDocument, 'supplier' | 'buyer' | 'placeOfSupply'> & {
  sac?: string
  taxes: InvoiceDocument['taxes']
}

/** The document of a sale under today's prices. */
export function toInvoiceDocument(
  facts: InvoiceFacts & { buyer: Buyer },
  prices: Prices,
): InvoiceDocument {
  const { seller, tax } = prices
  const isGst = tax?.scheme === 'gst'
  // A buyer without a state counts as buying in the seller's state.
  const place = facts.buyer.stateCode ?? seller.stateCode
  const lines = taxLines(facts.taxMinor, tax, place === seller.stateCode)
  return toDocument(facts, {
    supplier: {
      name: seller.name,
      ...(seller.address !== undefined && { address: seller.address }),
      ...(seller.gstin !== undefined && { gstin: seller.gstin }),
      ...(seller.stateCode !== undefined && { stateCode: seller.stateCode }),
    },
    buyer: facts.buyer,
    ...(isGst && place !== undefined && { placeOfSupply: stateLabel(place) }),
    ...(isGst && seller.sac !== undefined && { sac: seller.sac }),
    taxes: lines.map(({ type, rate, amount }) => ({
      type,
      rate: percent(rate),
      amountMinor: toAmount(amount),
    })),
  })
}

/** The credit note of a refund: apart from the amounts it repeats the invoice it corrects. */
export function toCreditNoteDocument(
  facts: InvoiceFacts,
  original: InvoiceDocument,
): InvoiceDocument {
  const [line] = original.lines
  const share = facts.taxMinor / BigInt(Math.max(1, original.taxes.length))
  return toDocument(facts, {
    supplier: original.supplier,
    buyer: original.buyer,
    ...(original.placeOfSupply !== undefined && { placeOfSupply: original.placeOfSupply }),
    ...(line?.sac !== undefined && { sac: line.sac }),
    taxes: original.taxes.map((tax) => ({ ...tax, amountMinor: toAmount(share) })),
  })
}

function toDocument(facts: InvoiceFacts, terms: InvoiceTerms): InvoiceDocument {
  const { currency, taxMinor, description, issuedAt, ...rest } = facts
  const { sac, ...parties } = terms
  const taxableMinor = toAmount(BigInt(facts.totalMinor) - taxMinor)
  const unitPrice = unitPriceText(taxableMinor, currency)
  return {
    ...rest,
    ...parties,
    series: seriesByKind[facts.kind],
    issuedAt: issuedAt.toISOString(),
    lines: [
      { description, ...(sac !== undefined && { sac }), quantity: 1, unitPrice, taxableMinor },
    ],
    currency,
    totalInWords: amountInWords(facts.totalMinor, currency),
    reverseCharge: false,
  }
}

/** A tax rate in thousandths of a percent as a number of percent. */
function percent(rate: bigint): number {
  return Number(`${rate}e-3`)
}

function unitPriceText(minor: number, currency: string): string {
  const text = decimalText(minor, currency)
  return text.includes('.') ? text : `${text}.00`
}

/** How a refund is named on a credit note. */
export function refundDescription(number: string, totalMinor: number, currency: string): string {
  return `Refund of ${formatMinor(totalMinor, currency)} of ${number}`
}

/** How an amount of each currency is written out: in lakh and crore for rupees. */
const writers: Record<string, (amount: string) => string> = {
  INR: writeInr,
  USD: writeUsd,
  GBP: writeGbp,
  EUR: writeEur,
  AED: writeAed,
  AUD: writeAud,
  CAD: writeCad,
  SGD: writeSgd,
  NPR: writeNpr,
  BDT: writeBdt,
  PKR: writePkr,
}

/** The amount written out: `Five Hundred Ninety Rupees Only`. */
export function amountInWords(minor: number, currency: string): string {
  const amount = decimalText(minor, currency)
  return writers[currency]?.(amount) ?? `${currency} ${toWords(amount)} Only`
}

/** The states of India by the code that begins a GSTIN. */
export const states: Record<string, string> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
}

/** A state with its code, as invoices name it: `27-Maharashtra`. */
export function stateLabel(code: string): string {
  const name = states[code]
  return name === undefined ? code : `${code}-${name}`
}
