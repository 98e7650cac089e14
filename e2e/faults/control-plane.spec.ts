import type { Page } from 'playwright/test'

import { errand } from '../support/errand.ts'
import { expect, test } from '../support/own-edge.ts'

const open = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('an open page outlives edge and registry, and hears of changes when they are back', async ({
  owner: { page },
  own,
}) => {
  await page.goto('/jobs/new')
  await page.getByLabel('Name', { exact: true }).fill('Greeter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/edit$/)
  await open(page, 'Jobs')
  await open(page, 'Chats')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await Promise.all([own.edge.kill(), own.registry.kill()])
  await open(page, 'Jobs')
  await open(page, 'Chats')
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing could not be loaded' })).toBeVisible()

  await test.step('the edge starts with the document on its disk', async () => {
    await own.edge.start()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
    const tab = await page.context().newPage()
    await tab.goto('/jobs')
    await expect(tab.getByRole('link', { name: 'Greeter', exact: true })).toBeVisible()
    await tab.close()
  })

  await test.step('the page hears of a change through edge and registry', async () => {
    await own.registry.start()
    await open(page, 'Jobs')
    const copy = page.getByRole('menuitem', { name: 'Copy' })
    await page.getByRole('button', { name: 'Actions for Greeter' }).click()
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await expect(copy).toBeHidden()
    await errand(['rollout', 'flag:job-copy', 'on', '--to', '100%'], { target: own.target })
    await expect(copy).toBeVisible()
  })
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
