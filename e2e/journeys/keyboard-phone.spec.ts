import type { Page } from 'playwright/test'

import { aCustomer, type Customer } from '../support/customer.ts'
import { expect, test } from '../support/test.ts'

// A narrow window at a desk, or a phone with a keyboard: one pane at a time.

const rowOf = (page: Page, { name }: Customer) =>
  page.getByRole('link', { name: new RegExp(`^${name}\\b`) })

test.beforeEach(async ({ owner: { page } }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/chats')
})

test('a chat that is opened has the focus, and its row when it is left', async ({
  owner: { page },
}) => {
  const customers: Customer[] = []
  for (let number = 1; number <= 18; number += 1) {
    const customer = aCustomer(page, `Customer ${number}`)
    await customer.write('Are you open tomorrow?')
    customers.unshift(customer)
  }
  const [first, , last] = [customers[0], ...customers.slice(-2)] as [Customer, Customer, Customer]
  const row = rowOf(page, last)
  const chat = page.getByRole('region', { name: last.name, exact: true })
  await rowOf(page, first).focus()
  for (const next of customers.slice(1)) {
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, next)).toBeFocused()
  }

  await page.keyboard.press('Enter')
  await expect(chat).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(chat.getByRole('button', { name: 'Back to the chats' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()

  // It is the first of all then, far from where the list was left.
  await page.keyboard.press('Enter')
  await expect(chat).toBeFocused()
  await last.write('I can also come the day after.')
  await expect(chat.getByText('I can also come the day after.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
  await expect(rowOf(page, first)).toBeInViewport()
})

test('the focus is in the chat also while it is fetched, and when that fails', async ({
  owner: { page },
}) => {
  const ravi = aCustomer(page, 'Ravi')
  await ravi.write('Are you open tomorrow?')
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/chats/sessions/*/messages*', async (route) => {
    await answer.promise
    await route.fulfill({ status: 500, json: {} })
  })
  // Something to press that is neither in the list nor in the chat.
  await page.evaluate(() =>
    document.querySelector('main')?.prepend(document.createElement('button')),
  )
  await rowOf(page, ravi).press('Enter')

  const loading = page.getByText('Loading the chat')
  await expect(page.locator('main [tabindex="-1"]', { has: loading })).toBeFocused()
  answer.resolve()
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect(page.locator('main [tabindex="-1"]', { has: retry })).toBeFocused()

  await page.unrouteAll({ behavior: 'wait' })
  await retry.press('Enter')
  await expect(page.getByRole('region', { name: 'Ravi', exact: true })).toBeFocused()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('who leaves a chat that was answered finds a list that goes on', async ({
    owner: { page },
  }) => {
    const asha = aCustomer(page, 'Asha')
    const ravi = aCustomer(page, 'Ravi')
    await asha.write('Do you sell gift cards?')
    await ravi.write('Are you open tomorrow?')
    const rows = page.getByRole('list', { name: 'Chats' }).getByRole('link')
    await rowOf(page, ravi).tap()
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.tap()
    await reply.pressSequentially('Yes')
    await page.goBack()
    await expect(rows).toHaveText([/Ravi/, /Asha/])

    await asha.write('Hello?')
    await expect(rows).toHaveText([/Asha/, /Ravi/])
  })
})
