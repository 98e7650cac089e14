import { openPhone } from '../support/contacts.ts'
import { expect, test, type Owner } from '../support/test.ts'

/** A restaurant whose assistant books tables. */
async function openRestaurant({ api, phoneNumber }: Owner): Promise<string> {
  const business = `table-${phoneNumber.slice(-9)}`
  await api.changeSettings(() => ({
    business: { name: business },
    assistant: { debounceSeconds: 1 },
    inbox: { undoSeconds: 0 },
  }))
  const fields = [
    { key: 'guests', label: 'Guests', type: 'integer', question: 'How many are you?' },
    { key: 'name', label: 'Name', type: 'text', question: 'What is your name?' },
  ]
  await api.ask('POST', '/api/jobs', {
    name: 'Table booking',
    instructions: 'Book a table. Be friendly.',
    completionMessage: 'Your table is booked.',
    status: 'active',
    fields: fields.map((field, order) => ({ ...field, order, required: true })),
  })
  return business
}

test('a number is connected in Facebook’s window, and the assistant answers on it', async ({
  owner,
  context,
}) => {
  const { page, api } = owner
  const business = await openRestaurant(owner)
  await page.goto('/settings#whatsapp')
  const isShown = Promise.withResolvers<void>()
  await page.route('**/api/auth/whatsapp/signup', async (route) => {
    const response = await route.fetch()
    await isShown.promise
    await route.fulfill({ response })
  })
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect with Facebook' }).click()
  const facebook = await opened
  await expect(facebook.getByRole('radio', { name: business })).toBeChecked()
  await facebook.getByRole('button', { name: 'Continue' }).click()
  await facebook.getByRole('button', { name: 'Finish' }).click()

  const card = page.getByRole('region', { name: 'WhatsApp' })
  // Each step shows when it is done, before the answer.
  const steps = card.getByRole('list', { name: 'Connect with Facebook' })
  await expect(steps.getByRole('img', { name: 'Passed' })).toHaveCount(5)
  isShown.resolve()
  await expect(card.getByText('Your number is connected.')).toBeVisible()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  await expect(card.getByText(/^\+1555\d{7}$/)).toBeVisible()
  expect(facebook.isClosed()).toBe(true)

  const phone = await openPhone(context, { business, name: 'Ravi' })
  await phone.write('Hello, a table please')
  await expect(phone.said.last()).toContainText('How many are you?')
  const { items } = await api.ask<{ items: { channel: string }[] }>('GET', '/api/chats/sessions')
  expect(items).toMatchObject([{ channel: 'whatsapp' }])
})

test('an order from the catalog is thanked for and shown in the chat', async ({
  owner,
  context,
}) => {
  const { page } = owner
  const business = await openRestaurant(owner)
  const { send, said } = await openPhone(context, { business, name: 'Neha' })
  await send('Order from the catalog (a note)', 'Please gift wrap')
  await expect(said.last()).toContainText('Thank you for your order.')

  await page.goto('/chats')
  const row = page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: /Neha/ })
  await expect(row).toContainText('Thank you for your order.')
  await row.click()
  const chat = page.getByRole('region', { name: 'Neha', exact: true })
  await expect(chat.getByText('Catalog order').first()).toBeVisible()
  for (const line of ['2 × CANDLES · 60 INR', '= 1020 INR', 'Please gift wrap'])
    await expect(chat.getByText(line).first()).toBeVisible()
  await expect(chat.getByText(/You are answering this chat/)).toBeVisible()
})

test('messages wait while the account is disabled and are sent when it is reinstated', async ({
  owner,
  context,
}) => {
  const { page } = owner
  const business = await openRestaurant(owner)
  const phone = await openPhone(context, { business, name: 'Ravi' })
  await phone.write('Hello')
  await expect(phone.said).toHaveCount(1)
  const happen = async (what: string) => {
    await phone.page.getByText('What happens to the account').click()
    await phone.page.getByRole('button', { name: what }).click()
    await phone.page.getByText('What happens to the account').click()
  }

  await happen('The account is disabled')
  await page.goto('/settings#whatsapp')
  await expect(page.getByText('The account is locked. See the mail from Meta.')).toBeVisible()
  await phone.write('Are you there?')
  await page.goto('/chats')
  await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: /Ravi/ }).click()
  const chat = page.getByRole('region', { name: 'Ravi', exact: true })
  await expect(chat.getByText('Not sent yet.')).toBeVisible()
  await expect(
    chat.getByText('The account is locked. See the mail from Meta.').first(),
  ).toBeVisible()
  await expect(phone.said).toHaveCount(1)

  await happen('The account is reinstated')
  await expect(phone.said).toHaveCount(2)
  await expect(chat.getByText('Not sent yet.')).toBeHidden()
})
