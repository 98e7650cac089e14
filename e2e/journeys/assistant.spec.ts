import type { Invoice } from '@errand/contract/billing/invoice'

import { openPhone } from '../support/phone.ts'
import { ownersApi } from '../support/owners-api.ts'
import { simulatorOrigin } from '../support/product.ts'
import { createBookingJob, openShop } from '../support/shop.ts'
import { expect, newPhoneNumber, test } from '../support/test.ts'
import { topUp } from '../support/top-up.ts'

test('a customer books on WhatsApp; the owner hears of it, tops up and has an invoice', async ({
  owner,
  context,
}) => {
  const { page } = owner
  const business = await openShop(owner)
  const address = `${business}@shop.example`
  const api = ownersApi(page)
  await createBookingJob(api, address)

  const { write, said } = await openPhone(context, {
    business,
    number: newPhoneNumber(),
    name: 'Ravi',
  })
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

  const mail = await context.newPage()
  await mail.goto(`${simulatorOrigin}/simulator/mail`)
  await mail.getByRole('link', { name: `to ${address}` }).click()
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('Salon booking: Ravi is through')
  const letter = mail.frameLocator('iframe')
  await expect(letter.getByText('Haircut')).toBeVisible()
  await expect(letter.getByText('Ravi Kumar')).toBeVisible()

  const path = `/api/billing/invoice/${await topUp(page, api)}`
  const pdf = await api.download(path)
  const invoice = await api.ask<Invoice>('GET', `${path}?format=json`)
  expect(invoice.buyer.name).toBe(business)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
})
