import { html } from 'hono/html'
import * as z from 'zod/mini'

import type { SimulatedBusiness } from '../graph/simulation.ts'
import type { Html } from '../page/page.ts'

/** What a page asks of the signup, as far as it is simulated. */
export const extrasSchema = z.object({
  featureType: z.optional(z.string()),
  setup: z.optional(z.object({ business: z.optional(z.object({ name: z.optional(z.string()) })) })),
})

/** Meta's signup window, in two screens: choose the number, and confirm. */
export function dialogPage(
  businesses: SimulatedBusiness[],
  { featureType, setup }: z.output<typeof extrasSchema>,
): Html {
  if (businesses.length === 0) {
    return html`<main><h1>This content is not available</h1></main>`
  }
  const name = setup?.business?.name ?? ''
  const own = businesses.filter((business) => business.name === name)
  // Nobody is signed in to Facebook here: who named no business sees all, the newest first.
  const shown = own.length > 0 ? own : businesses
  const isApp = featureType === 'whatsapp_business_app_onboarding'
  return html`<main class="window">
    <p class="soft">A window of this machine in place of Facebook's.</p>
    <form id="choose">
      <h1>Choose the number to connect</h1>
      <fieldset>
        <legend>WhatsApp account and number</legend>
        ${shown.map((business, index) => choiceOf(business, index === 0))}
      </fieldset>
      <label class="choice" ${isApp ? '' : html`hidden`}
        ><input type="checkbox" name="isOnPhone" ${isApp ? html`checked` : ''} />
        <span>Use the WhatsApp Business app's number, and keep the app</span></label
      >
      <button class="primary" disabled data-do="next">Continue</button>
    </form>
    <form id="confirm" hidden>
      <h1>Connect <bdi id="chosen"></bdi>?</h1>
      <p>The app may send and receive messages of this number, and manage its templates.</p>
      <button class="primary" data-do="finish">Finish</button>
      <button type="button" data-do="back">Back</button>
    </form>
    <details>
      <summary>Other ends</summary>
      <div class="endings">
        <button type="button" data-do="without">Finish without a number</button>
        <button type="button" data-do="error">Let Meta fail</button>
        <button type="button" data-do="cancel">Cancel</button>
      </div>
    </details>
    <p id="news" role="alert"></p>
  </main>`
}

const choiceOf = (business: SimulatedBusiness, isChosen: boolean): Html =>
  html`<label class="choice"
    ><input
      type="radio"
      name="phoneNumberId"
      value="${business.phoneNumberId}"
      data-account="${business.wabaId}"
      ${isChosen ? html`checked` : ''}
    />
    <span
      ><bdi>${business.name}</bdi> <span dir="ltr">+${business.displayNumber}</span></span
    ></label
  >`
