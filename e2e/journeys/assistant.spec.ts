import { openPhone, openShop } from '../support/contacts.ts'
import { simulatorOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test('a contact books on WhatsApp, and the owner gets the answers in the chat and by e-mail', async ({
  owner,
  context,
}) => {
  const { page } = owner
  const { business, address } = await openShop(owner)
  const { write, said } = await openPhone(context, { business, name: 'Ravi' })
  await write('Hello, I would like a haircut')
  await expect(said.last()).toContainText('Which day suits you?')
  await write('tomorrow')
  await expect(said.last()).toContainText('What is your name?')
  await write('Ravi Kumar')
  await expect(said.last()).toContainText('Is everything right?')
  await write('Yes')
  await expect(said.last()).toContainText('See you then!')
  await expect(said).toHaveCount(4)

  await page.goto('/chats')
  await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: /Ravi/ }).click()
  const chat = page.getByRole('region', { name: 'Ravi', exact: true })
  await expect(chat.getByText('Completed')).toBeVisible()
  await expect(chat.getByText(`E-mailed to ${address}`)).toBeVisible()
  const collected = page.getByRole('region', { name: 'Collected' })
  await expect(collected.getByText('3 of 3')).toBeVisible()
  await expect(collected.getByRole('definition').first()).toContainText('Haircut')

  await page.goto(`${simulatorOrigin}/simulator/mail`)
  await page.getByRole('link', { name: `to ${address}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Salon booking: answers from Ravi',
  )
  const letter = page.frameLocator('iframe')
  await expect(letter.getByText('Haircut')).toBeVisible()
  await expect(letter.getByText('Ravi Kumar')).toBeVisible()
})

test('after a takeover the assistant is silent until the chat is handed back', async ({
  owner,
  context,
}) => {
  const { page, api } = owner
  const { business } = await openShop(owner)
  const { write, said } = await openPhone(context, { business, name: 'Meera' })
  await write('Hello, a haircut please')
  await expect(said).toHaveCount(1)

  await page.goto('/chats')
  await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: /Meera/ }).click()
  const chat = page.getByRole('region', { name: 'Meera', exact: true })
  await chat.getByRole('button', { name: 'Take over' }).click()
  await expect(chat.getByText(/You are answering this chat/)).toBeVisible()
  await write('Is Asha in today?')
  await expect(chat.getByText('Is Asha in today?').first()).toBeVisible()
  // A run starts with the message or never, so there is nothing to wait for.
  const sessionId = new URL(page.url()).searchParams.get('session')
  const runs = `/api/chats/sessions/${sessionId}/runs`
  const countRuns = async () => (await api.ask<{ items: object[] }>('GET', runs)).items.length
  expect(await countRuns()).toBe(1)

  await chat.getByLabel('Reply', { exact: true }).last().fill('She is. She will do it herself.')
  await chat.getByRole('button', { name: /^Send/ }).click()
  await expect(said).toHaveCount(2)
  await expect(said.last()).toContainText('She will do it herself.')

  await chat.getByRole('button', { name: 'Hand back to assistant' }).click()
  await expect(chat.getByRole('button', { name: 'Take over' })).toBeVisible()
  await write('Tomorrow')
  await expect(said).toHaveCount(3)
  await expect(said.last()).toContainText('What is your name?')
  expect(await countRuns()).toBe(2)
})
