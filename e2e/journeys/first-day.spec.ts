import { aContact } from '../support/contacts.ts'
import { expect, expectLive, newPhoneNumber, signIn, test } from '../support/test.ts'

test('a new owner confirms the business, and one sentence opens the form of a job', async ({
  page,
}) => {
  await page.goto('/login')
  await signIn(page, newPhoneNumber())
  await page.getByRole('textbox', { name: 'Business name' }).fill('Asha Cycles')
  await page.getByRole('textbox', { name: 'What kind of business is it?' }).fill('Bicycle repair')
  await page.getByRole('button', { name: 'Continue' }).click()

  const sentence = page.getByRole('textbox', { name: 'What should it do?' })
  await expect(sentence).toBeFocused()
  await page.getByRole('button', { name: /^Take bookings for my bicycle repair/ }).click()
  const written = page.waitForResponse('**/api/jobs/generate-job')
  await page.getByRole('button', { name: 'Write the job' }).click()
  await expect(page).toHaveURL('/jobs/new')
  expect((await written).status()).toBe(200)

  await page.goto('/settings#business')
  await expect(page.getByRole('textbox', { name: 'Business name' })).toHaveValue('Asha Cycles')
})

test('with the first customer the steps give way to the dashboard', async ({
  owner: { page, api },
}) => {
  await page.goto('/dashboard')
  const steps = page.getByRole('list', { name: 'Getting started' })
  await expect(steps.getByRole('listitem')).toHaveCount(5)
  await expectLive(page)

  await aContact(api, 'Ravi')('Is anybody there?')
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 chat needs you' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})
