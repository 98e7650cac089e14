import type { Invoice } from '@errand/contract/billing/invoice'

import { formatMinor, formatPrice } from '../money.ts'
import { stateLabel, type InvoiceDocument } from './invoice-document.ts'

/** What each kind is called. */
export const invoiceTitles: Record<Invoice['kind'], string> = {
  tax_invoice: 'Tax invoice',
  receipt: 'Receipt',
  credit_note: 'Credit note',
}

const notes: Record<Invoice['kind'], string> = {
  tax_invoice: 'This invoice was made by a computer and needs no signature.',
  receipt: 'This receipt is not a tax invoice.',
  credit_note: 'This credit note was made by a computer and needs no signature.',
}

/** One side of an invoice, line by line. */
export interface PartyText {
  label: string
  name: string
  lines: string[]
}

/** All that an invoice says, as text. */
export interface InvoiceText {
  title: string
  number: string
  facts: [label: string, value: string][]
  parties: PartyText[]
  head: string[]
  rows: string[][]
  totals: [label: string, value: string][]
  inWords: string
  note: string
}

export function toInvoiceText(document: InvoiceDocument): InvoiceText {
  const { kind, currency, supplier, lines } = document
  const money = (minor: number) => formatMinor(minor, currency)
  const hasSac = lines.some(({ sac }) => sac !== undefined)
  const taxable = lines.reduce((sum, { taxableMinor }) => sum + taxableMinor, 0)
  const buyerLabel = kind === 'receipt' ? 'Received from' : 'Billed to'
  return {
    title: invoiceTitles[kind],
    number: document.number,
    facts: [
      ['Number', document.number],
      ['Date', dateText(document.issuedAt)],
      ...placeFacts(document),
    ],
    parties: [partyText('From', supplier), partyText(buyerLabel, document.buyer)],
    head: ['Description', ...(hasSac ? ['SAC'] : []), 'Quantity', 'Rate', 'Amount'],
    rows: lines.map((line) => [
      line.description,
      ...(hasSac ? [line.sac ?? ''] : []),
      String(line.quantity),
      formatPrice(line.unitPrice, currency),
      money(line.taxableMinor),
    ]),
    totals: [
      ...(document.taxes.length > 0 ? [['Taxable value', money(taxable)] as [string, string]] : []),
      ...document.taxes.map(({ type, rate, amountMinor }): [string, string] => [
        `${type} ${rate}%`,
        money(amountMinor),
      ]),
      ['Total', money(document.totalMinor)],
    ],
    inWords: document.totalInWords,
    note: notes[kind],
  }
}

function placeFacts({ placeOfSupply, reverseCharge }: InvoiceDocument): [string, string][] {
  if (placeOfSupply === undefined) return []
  return [
    ['Place of supply', placeOfSupply],
    ['Reverse charge', reverseCharge ? 'Yes' : 'No'],
  ]
}

function partyText(label: string, party: Invoice['buyer']): PartyText {
  const { name, address, gstin, stateCode } = party
  return {
    label,
    name,
    lines: [
      ...(address === undefined ? [] : address.split(/\r?\n/)),
      ...(gstin === undefined ? [] : [`GSTIN ${gstin}`]),
      ...(stateCode === undefined ? [] : [`State ${stateLabel(stateCode)}`]),
    ],
  }
}

function dateText(at: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  return format.format(new Date(at))
}
