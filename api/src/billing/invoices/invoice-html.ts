import { createHash } from 'node:crypto'

import { html, raw } from 'hono/html'

import type { InvoiceDocument } from './invoice-document.ts'
import { toInvoiceText, type PartyText } from './invoice-text.ts'

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; color: #1a1d21; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  header, .parties { display: flex; flex-wrap: wrap; gap: 2rem; justify-content: space-between }
  h1 { margin: 0 } dl { display: grid; grid-template-columns: auto auto; gap: 0 1rem; margin: 0 }
  dt, small, h2 { color: #5c6670; font-size: .85rem; font-weight: normal; margin: 0 } dd { margin: 0; text-align: end }
  .parties > section { flex: 1 1 16rem; overflow-wrap: anywhere; margin: 1.5rem 0 }
  table { width: 100%; border-collapse: collapse } th, td { padding: .5rem; border-bottom: 1px solid #d5dae0; text-align: end }
  th:first-child, td:first-child { text-align: start } .totals { margin-inline-start: auto; width: 18rem }
  .totals tr:last-child { font-weight: bold }
`

// In one piece: the policy's hash is of every character between the tags.
const styleElement = raw(`<style>${style}</style>`)

/** The page runs nothing and loads nothing; only its own style is allowed. */
export const invoicePagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "frame-ancestors 'none'",
].join('; ')

/** The invoice as a page to read or print. */
export async function renderInvoiceHtml(document: InvoiceDocument): Promise<string> {
  const text = toInvoiceText(document)
  const pairs = text.facts.map(
    ([label, value]) =>
      html`<dt>${label}</dt>
        <dd>${value}</dd>`,
  )
  const head = text.head.map((label) => html`<th scope="col">${label}</th>`)
  const rows = text.rows.map(
    (row) =>
      html`<tr>
        ${row.map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
  )
  const totals = text.totals.map(
    ([label, value]) =>
      html`<tr>
        <th scope="row">${label}</th>
        <td>${value}</td>
      </tr>`,
  )
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${text.title} ${document.number}</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <h1>${text.title}</h1>
          <dl>${pairs}</dl>
        </header>
        <div class="parties">${text.parties.map(party)}</div>
        <table>
          <thead>
            <tr>
              ${head}
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
        <table class="totals">
          <tbody>
            ${totals}
          </tbody>
        </table>
        <p><small>Amount in words</small><br />${text.inWords}</p>
        <p><small>${text.note}</small></p>
      </body>
    </html>`
  // A text of its own: the library's is an object that carries a mark.
  return page.toString()
}

function party({ label, name, lines }: PartyText) {
  const rest = lines.map((line) => html`<br />${line}`)
  return html`<section>
    <h2>${label}</h2>
    <strong>${name}</strong>${rest}
  </section>`
}
