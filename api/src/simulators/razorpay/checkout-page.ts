import { html } from 'hono/html'

import { formatMinor } from '../../billing/money.ts'
import type { Html } from '../page/page.ts'
import type { SimulatedOrder } from './ledger.ts'

/** The window in which somebody pays; each way that it can go is a button. */
export const checkoutPage = (
  { id, amount, currency, status }: SimulatedOrder,
  name: string,
): Html =>
  html`<main class="checkout" data-order="${id}">
    <h1>${name === '' ? 'Pay' : html`Pay <bdi>${name}</bdi>`} ${formatMinor(amount, currency)}</h1>
    <p class="soft">A checkout of this machine: no money moves.</p>
    ${
      status === 'paid'
        ? html`<p role="status">This order is paid.</p>`
        : html`<div class="ways">
            <button class="primary" disabled data-do="pay">Pay</button>
            <button disabled data-do="fail">Let the bank decline</button>
            <button disabled data-do="lose">Pay, and lose the answer to the page</button>
            <button disabled data-do="lose-all">Pay, and lose the webhook as well</button>
          </div>`
    }
    <p role="status" id="news"></p>
    <button disabled data-do="cancel">Close</button>
  </main>`
