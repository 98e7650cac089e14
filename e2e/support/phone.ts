import { expect, type BrowserContext, type Locator, type Page } from 'playwright/test'

import { simulatorOrigin } from './product.ts'

/** Somebody with a phone, on the simulator's page. */
export interface Customer {
  phone: Page
  /** Writes to the business, as one does on a phone. */
  write: (text: string) => Promise<void>
  /** What the business has said to them, oldest first. */
  said: Locator
}

/** Takes a phone from which nobody has written yet, and opens the chat with this business. */
export async function openPhone(
  context: BrowserContext,
  { business, number, name }: { business: string; number: string; name: string },
): Promise<Customer> {
  const phone = await context.newPage()
  await phone.goto(`${simulatorOrigin}/simulator`)
  const choice = phone.getByLabel('Business')
  const option = choice.getByRole('option', { name: business })
  await expect(option).toBeAttached()
  await choice.selectOption({ label: (await option.textContent()) ?? '' })
  await phone.getByLabel('Phone number').fill(number)
  await phone.getByLabel('Name', { exact: true }).fill(name)
  await phone.getByRole('button', { name: 'Add customer' }).click()
  const log = phone.getByRole('log', { name: 'Messages' })
  return {
    phone,
    said: log.locator('article:not(.own)'),
    write: async (text) => {
      const box = phone.getByLabel('Message', { exact: true })
      await box.fill(text)
      await phone.getByRole('button', { name: 'Send' }).click()
      await expect(log.locator('article.own').last()).toContainText(text)
      // Emptied by the answer, which may come after the message is shown.
      await expect(box).toHaveValue('')
    },
  }
}
