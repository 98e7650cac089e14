import { createHmac, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, type BrowserContext, type Locator, type Page } from 'playwright/test'

import { dataDir, simulatorOrigin } from './product.ts'
import { newPhoneNumber, type Owner, type OwnersApi } from './test.ts'

/** Writes to an owner on WhatsApp through the product's simulator. */
export type Contact = (text: string, at?: Date) => Promise<unknown>

/** A contact of the owner; returns a function that writes as the contact. */
export function aContact({ ask }: OwnersApi, name: string): Contact {
  const from = newPhoneNumber()
  return (text, at) =>
    ask('POST', '/api/dev/simulate/inbound', {
      from,
      name,
      text,
      ...(at !== undefined && { at: at.toISOString() }),
    })
}

/** A contact on the simulator's page. */
export interface ContactPhone {
  page: Page
  write: (text: string) => Promise<void>
  /** Sends something other than text, by its label. */
  send: (kind: string, text?: string) => Promise<void>
  /** The messages of the business, oldest first. */
  said: Locator
}

/** Opens a chat with this business on a new phone. */
export async function openPhone(
  context: BrowserContext,
  { business, name }: { business: string; name: string },
): Promise<ContactPhone> {
  const phone = await context.newPage()
  await phone.goto(`${simulatorOrigin}/simulator`)
  const choice = phone.getByLabel('Business')
  const option = choice.getByRole('option', { name: business })
  await expect(option).toBeAttached()
  await choice.selectOption({ label: (await option.textContent()) ?? '' })
  await phone.getByLabel('Phone number').fill(newPhoneNumber())
  await phone.getByLabel('Name', { exact: true }).fill(name)
  await phone.getByRole('button', { name: 'Add customer' }).click()
  const log = phone.getByRole('log', { name: 'Messages' })
  return {
    page: phone,
    async send(kind, text = '') {
      const { length } = await log.locator('article.own').all()
      await phone.getByText('How it is sent').click()
      await phone
        .locator('#composer')
        .getByRole('combobox', { name: 'As' })
        .selectOption({ label: kind })
      await phone.getByLabel('Message', { exact: true }).fill(text)
      await phone.getByRole('button', { name: 'Send' }).click()
      await expect(log.locator('article.own')).toHaveCount(length + 1)
      await phone.getByText('How it is sent').click()
    },
    said: log.locator('article:not(.own)'),
    async write(text) {
      const box = phone.getByLabel('Message', { exact: true })
      await box.fill(text)
      await phone.getByRole('button', { name: 'Send' }).click()
      await expect(log.locator('article.own').last()).toContainText(text)
      // Emptied by the answer, which may come after the message is shown.
      await expect(box).toHaveValue('')
    },
  }
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

/**
 * Creates a job for every chat that collects three answers and e-mails them; the form cannot set
 * the recipient yet.
 */
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

/** A business whose mail goes to the inbox of this machine, and whose assistant waits but shortly. */
export async function openShop({ api, phoneNumber }: Owner) {
  const business = `salon-${phoneNumber.slice(-9)}`
  const address = `${business}@shop.example`
  await api.changeSettings(({ smtp: { localInbox } }) => ({
    business: { name: business },
    assistant: { debounceSeconds: 1 },
    inbox: { undoSeconds: 0 },
    smtp: { ...localInbox, enabled: true, fromEmail: address },
  }))
  await createBookingJob(api, address)
  return { business, address }
}

/** The credentials with which an owner connects a WhatsApp number. */
interface SimulatedNumber {
  phoneNumberId: string
  wabaId: string
  accessToken: string
  appSecret: string
}

/**
 * The simulated number of a business; like the simulator, derives secrets from the product's key.
 */
export async function simulatedNumber(
  page: Page,
  business: { name: string; ownerId: string },
): Promise<SimulatedNumber> {
  const answer = await page.request.get(`${simulatorOrigin}/simulator/phone/state`)
  const { businesses } = (await answer.json()) as {
    businesses: { name: string; phoneNumberId: string }[]
  }
  const found = businesses.find(({ name }) => name === business.name)
  expect(found, 'a business of that name').toBeDefined()
  const phoneNumberId = found?.phoneNumberId ?? ''
  return {
    phoneNumberId,
    wabaId: `2${phoneNumberId.slice(1)}`,
    accessToken: `sim_${identityMark(`graph access token of ${business.ownerId}`)}`,
    appSecret: identityMark(`graph app secret of ${business.ownerId}`),
  }
}

function identityMark(text: string): string {
  const key = Buffer.from(readFileSync(join(dataDir, 'secrets.key'), 'utf8'), 'base64')
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'marks', 32))
  return createHmac('sha256', derived).update(text).digest('base64url')
}
