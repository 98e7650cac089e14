import { openPhone } from '../support/phone.ts'
import { changeSettings, ownersApi } from '../support/owners-api.ts'
import { createBookingJob } from '../support/shop.ts'
import { expect, newPhoneNumber, test } from '../support/test.ts'

test('an owner takes a chat over, the assistant is silent until it is handed back', async ({
  owner,
  context,
}) => {
  const { page, phoneNumber } = owner
  const business = `salon-${phoneNumber.slice(-6)}`
  const api = ownersApi(page)
  await changeSettings(api, () => ({
    business: { name: business },
    assistant: { debounceSeconds: 1 },
    inbox: { undoSeconds: 0 },
  }))
  await createBookingJob(api, `${business}@shop.example`)
  const { write, said } = await openPhone(context, {
    business,
    number: newPhoneNumber(),
    name: 'Meera',
  })
  await write('Hello, a haircut please')
  await expect(said).toHaveCount(1)

  await page.goto('/chats')
  await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: /Meera/ }).click()
  const chat = page.getByRole('region', { name: 'Meera', exact: true })
  await chat.getByRole('button', { name: 'Take over' }).click()
  await expect(chat.getByText(/You answer this chat/)).toBeVisible()
  await write('Is Asha in today?')
  const messages = chat.getByRole('article', { name: 'Message from Meera' })
  await expect(messages.filter({ hasText: 'Is Asha in today?' })).toBeVisible()
  // A run is begun with the message or never, so there is nothing to wait for.
  const sessionId = new URL(page.url()).searchParams.get('session')
  const countRuns = async () =>
    (await api.ask<{ items: unknown[] }>('GET', `/api/chats/sessions/${sessionId}/runs`)).items
      .length
  expect(await countRuns()).toBe(1)

  await chat.getByLabel('Reply', { exact: true }).last().fill('She is. She will do it herself.')
  await chat.getByRole('button', { name: /^Send/ }).click()
  await expect(said).toHaveCount(2)
  await expect(said.last()).toContainText('She will do it herself.')

  await chat.getByRole('button', { name: 'Give back' }).click()
  await expect(chat.getByRole('button', { name: 'Take over' })).toBeVisible()
  await write('Tomorrow')
  await expect(said).toHaveCount(3)
  await expect(said.last()).toContainText('What is your name?')
  expect(await countRuns()).toBe(2)
})
