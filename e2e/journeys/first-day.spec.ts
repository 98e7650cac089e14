import { aContact } from '../support/contacts.ts'
import { expect, expectLive, test } from '../support/test.ts'

test('the first contact’s message replaces the first steps with the dashboard', async ({
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
