import { aCustomer } from '../support/customer.ts'
import { expect, test } from '../support/test.ts'

test('at a narrow window a chat that is opened has the focus, and its row when it is left', async ({
  owner: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/chats')
  for (let number = 1; number <= 16; number += 1)
    await (await aCustomer(page, `Customer ${number}`)).write('Are you open tomorrow?')
  const row = page.getByRole('link', { name: /^Customer 2\b/ })
  const chat = page.getByRole('region', { name: 'Customer 2', exact: true })
  await page.getByRole('link', { name: /^Customer 16/ }).focus()
  for (let step = 0; step < 14; step += 1) await page.keyboard.press('ArrowDown')
  await expect(row).toBeFocused()

  for (const back of ['Escape', 'Enter']) {
    await page.keyboard.press('Enter')
    await expect(chat).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(chat.getByRole('button', { name: 'Back to the chats' })).toBeFocused()
    await page.keyboard.press(back)
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport()
  }
})
