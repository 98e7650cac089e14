import type { Page } from 'playwright/test'

import { authorizationOf } from './session.ts'
import { expect } from './test.ts'

let count = 0

/** Somebody who writes to an owner on WhatsApp; the product's simulator delivers it. */
export interface Customer {
  name: string
  write: (text: string, at?: Date) => Promise<void>
}

/** A customer of the owner who is signed in on the page. */
export function aCustomer(page: Page, name: string): Customer {
  const authorization = authorizationOf(page)
  count += 1
  const from = `+9198${String(count).padStart(8, '0')}`
  return {
    name,
    async write(text, at) {
      const answer = await page.request.post('/api/dev/simulate/inbound', {
        headers: { authorization },
        data: { from, name, text, ...(at !== undefined && { at: at.toISOString() }) },
      })
      expect(answer.status(), await answer.text()).toBeLessThan(300)
    },
  }
}
