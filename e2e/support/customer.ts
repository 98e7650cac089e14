import type { Page } from 'playwright/test'

import { expect } from './test.ts'

let count = 0

/** Somebody who writes to an owner on WhatsApp; the product's simulator delivers it. */
export interface Customer {
  name: string
  write: (text: string, at?: Date) => Promise<void>
}

/** A customer of the owner who is signed in on the page. */
export async function aCustomer(page: Page, name: string): Promise<Customer> {
  const authorization = await tokenOf(page)
  count += 1
  const from = `+9198${String(Date.now() % 1_000_000).padStart(6, '0')}${String(count).padStart(2, '0')}`
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

/** What the page itself says who it is. */
async function tokenOf(page: Page): Promise<string> {
  const asked = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
  await page.reload()
  return (await asked).headers()['authorization'] ?? ''
}
