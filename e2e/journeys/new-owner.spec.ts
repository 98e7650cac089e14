import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

test('a new owner signs in, writes a job, changes it, deletes it and leaves', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await signIn(page, newPhoneNumber())
  await expect(
    page.getByText('Welcome to the product! Your account has been created.'),
  ).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('link', { name: 'New job' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Salon booking')
  await page
    .getByRole('textbox', { name: 'Instructions' })
    .fill('Book an appointment. Be friendly.')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page
    .getByRole('group', { name: /Field 1/ })
    .getByLabel('Label')
    .first()
    .fill('Service')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page
    .getByRole('group', { name: /Field 2/ })
    .getByLabel('Label')
    .first()
    .fill('Date and time')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/jobs\/job_[^/]+\/edit$/)
  expect(await page.evaluate(() => sessionStorage.length), 'no draft of a saved job').toBe(0)

  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Salon booking')
  await page.getByRole('button', { name: 'Change Date and time' }).click()
  await expect(page.getByRole('group', { name: /Field 2/ }).getByLabel('Key')).toHaveValue(
    'date_and_time',
  )

  await page.getByLabel('Name', { exact: true }).fill('Salon booking in Pune')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Job saved').first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click()
  const jobs = page.getByRole('list', { name: 'Jobs' })
  await expect(jobs.getByRole('link', { name: 'Salon booking in Pune' })).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Salon booking in Pune' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Job deleted')).toBeVisible()
  await expect(jobs).toBeHidden()
  await expect(page.getByLabel('What should the assistant do for you?')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await page.goto('/jobs')
  await expect(page).toHaveURL('/login?next=%2Fjobs')
})

test('a known owner is welcomed back, and a reload does not sign out', async ({ owner }) => {
  const { page, phoneNumber } = owner
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/login')

  await signIn(page, phoneNumber)
  await expect(page.getByText('Welcome back!')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('an owner changes his name, then deletes the account; the number starts anew', async ({
  owner,
}) => {
  const { page, phoneNumber } = owner
  await page.goto('/settings')
  await page.getByLabel('Name').fill('Asha')
  await page.getByLabel('E-mail').fill('asha@shop.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Asha')

  await page.getByRole('link', { name: 'Account and data' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Account deleted successfully')).toBeVisible()
  await page.waitForURL('/login')

  await signIn(page, phoneNumber)
  await expect(
    page.getByText('Welcome to the product! Your account has been created.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('')
})

test('what was typed into a job survives a reload, until it is discarded or its owner leaves', async ({
  owner: { page },
}) => {
  await page.goto('/jobs/new')
  await page.getByLabel('Name', { exact: true }).fill('Half a job')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())

  await page.reload()
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a job')

  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  await page.getByLabel('Name', { exact: true }).fill('Another half')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/login')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})
