import { openPhone, openShop } from '../support/contacts.ts'
import { expectAccessible, expectNoSidewaysScrolling } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test('the owner opens tomorrow’s booking, moves it with a message to the contact, and exports it', async ({
  owner,
  context,
}) => {
  const { page } = owner
  const { business } = await openShop(owner)
  const { write, said } = await openPhone(context, { business, name: 'Ravi' })
  await write('Hello, I would like a haircut tomorrow')
  await expect(said.last()).toContainText('What is your name?')
  await write('Ravi Kumar')
  await expect(said.last()).toContainText('Is everything right?')
  await write('Yes')
  await expect(said.last()).toContainText('See you then!')

  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'No booking today, 1 tomorrow' })).toBeVisible()
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  const tomorrow = page.getByRole('region', { name: /^Tomorrow, / })
  await expect(tomorrow.getByRole('listitem')).toContainText('Haircut')
  await expectAccessible(page)

  await tomorrow.getByRole('button', { name: 'Booking of Ravi', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move the booking of Ravi' })
  const day = dialog.getByLabel('Day')
  const later = new Date(Date.parse(await day.inputValue()) + 86_400_000)
  await day.fill(later.toISOString().slice(0, 10))
  const message = dialog.getByRole('textbox', { name: 'Message' })
  await expect(message).toHaveValue(new RegExp(` ${later.getUTCDate()}\\b`))
  await message.fill(`${await message.inputValue()} Until then!`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Move/ }).click()
  await expect(dialog).toBeHidden()
  await expect(said.last()).toContainText('Until then!')
  await expect(tomorrow).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Ravi' })).toContainText('Confirmed')

  for (const view of ['Day', 'Week']) {
    await page.getByRole('radio', { name: view }).click()
    await expect(page).toHaveURL(new RegExp(`view=${view.toLowerCase()}`))
    await expectAccessible(page)
  }
  await page
    .getByRole('combobox', { name: 'Job' })
    .selectOption({ label: 'Salon booking (1 complete)' })
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  const asking = page.getByRole('dialog', { name: 'Export 1 answer' })
  await asking.getByRole('button', { name: 'Download the table' }).click()
  expect((await download).suggestedFilename()).toBe('Salon booking.csv')
})

test('on a phone the first booking is visible without scrolling', async ({ owner, context }) => {
  const { page } = owner
  const { business } = await openShop(owner)
  const { write, said } = await openPhone(context, { business, name: 'Asha' })
  await write('A haircut tomorrow, please')
  await expect(said.last()).toContainText('What is your name?')
  await write('Asha Rao')
  await expect(said.last()).toContainText('Is everything right?')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/chats/bookings')
  const row = page.getByRole('listitem').filter({ hasText: 'Asha' })
  await expect(row).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScrolling(page)
})
