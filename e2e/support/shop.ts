import { expect, type Page } from 'playwright/test'

import type { OwnersApi } from './owners-api.ts'
import type { Owner } from './test.ts'

/** A business whose mail goes to the inbox of this machine, and whose assistant waits but shortly. */
export async function openShop({ page, phoneNumber }: Owner): Promise<string> {
  const business = `salon-${phoneNumber.slice(-6)}`
  await changeSettings(page, 'Business', async () => {
    await page.getByLabel('Business name').fill(business)
  })
  await changeSettings(page, 'Assistant', async () => {
    await page.getByLabel('Wait before answering').fill('1')
  })
  await changeSettings(page, 'E-mail sending', async () => {
    await page.getByLabel('Send e-mail from my own server').check()
    await page.getByLabel('Provider').selectOption({ label: 'Inbox of this machine' })
    await page.getByLabel('Sender address').fill(`${business}@shop.example`)
  })
  return business
}

async function changeSettings(
  page: Page,
  section: string,
  change: () => Promise<void>,
): Promise<void> {
  await page.goto('/settings')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: section, exact: true }).click()
  const form = page.getByRole('form', { name: section })
  await form.waitFor()
  await change()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/^Saved/)).toBeVisible()
}

const fields = [
  {
    key: 'service',
    label: 'Service',
    type: 'select',
    options: [
      { value: 'haircut', label: 'Haircut' },
      { value: 'colour', label: 'Colour' },
    ],
  },
  { key: 'day', label: 'Day', type: 'date', question: 'Which day suits you?' },
  { key: 'name', label: 'Name', type: 'text', question: 'What is your name?' },
]

/** Takes every chat, collects three answers and mails them; the form cannot say yet to whom. */
export async function createBookingJob(
  { ask }: OwnersApi,
  mailTo: string,
  behaviour: { idleCloseMinutes?: number } = {},
): Promise<void> {
  await ask('POST', '/api/jobs', {
    name: 'Salon booking',
    instructions: 'Book an appointment. Be friendly.',
    completionMessage: 'Thank you. See you then!',
    status: 'active',
    fields: fields.map((field, order) => ({ ...field, order, required: true })),
    behaviour: { ...behaviour, onComplete: { email: [mailTo] } },
  })
}
