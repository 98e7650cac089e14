import type { Page } from 'playwright/test'

import { expectAccessible, expectNoSidewaysScrolling } from '../support/pages.ts'
import { errand, releaseWith, versionGivenTo, type Edit } from '../support/releases.ts'
import { expect, test } from '../support/servers.ts'

const app = 'remote-billing'

const newerBilling: Edit[] = [
  { file: 'src/words/en.ts', from: "title: 'Billing'", to: "title: 'Billing anew'" },
]

/** Nearly everybody, so that the test's own visitor is one of them. */
const steps = [
  { weight: 99_000, seconds: 3600 },
  { weight: 99_900, seconds: 3600 },
]

/** Opens the dialog of an action and confirms it. */
async function decide(page: Page, action: string, reason?: string): Promise<void> {
  await page.getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog', { name: action })
  if (reason !== undefined) await dialog.getByLabel('Reason (optional)').fill(reason)
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

test('a release manager watches a rollout, advances it, rolls it back and undoes that', async ({
  owner: { page },
  own: { target },
}) => {
  const version = await releaseWith(app, newerBilling, target)
  const { token } = await errand(['token'], { target })
  const plan = { type: 'rollout', version, weight: 99_000, plan: { steps }, isObserved: true }
  const answer = await page.request.post(`${target.registry}/registry/apps/${app}/changes`, {
    headers: { authorization: `Bearer ${String(token)}` },
    data: { change: plan },
  })
  expect(answer.status()).toBe(200)
  await page.goto('/billing')
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()

  await page.goto(`${target.registry}/console`)
  await expectAccessible(page, 'sign-in')
  await page.getByLabel('Token').fill(String(token))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectAccessible(page, 'overview')
  await page.getByRole('link', { name: app }).click()
  await expect(page.getByText(new RegExp(`99% run ${version}`))).toBeVisible()
  const visitors = page.getByRole('row', { name: 'Ready, failed or silent' })
  await expect(visitors).toContainText('1')
  await expect(page.getByRole('figure')).toHaveCount(3)

  await decide(page, 'Advance')
  await expect(page.getByText(new RegExp(`99\\.9% run ${version}`))).toBeVisible()
  await decide(page, 'Roll back', 'the balance is wrong')
  await expect(page.getByText('Everybody runs')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(new RegExp(`99\\.9% run ${version}`))).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('row', { name: 'the balance is wrong' })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('radio', { name: 'العربية' }).check()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.getByRole('button', { name: 'تراجع' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, `${colorScheme} dialog`)
    await page.keyboard.press('Escape')
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      const name = `${colorScheme} ${await tab.textContent()}`
      await expectAccessible(page, name)
      await expectNoSidewaysScrolling(page, name)
    }
  }
  await page.getByRole('link', { name: 'كل عمليات الطرح' }).click()
  await expect(page.getByRole('link', { name: app })).toBeVisible()
  await expectAccessible(page, 'overview')
  await expectNoSidewaysScrolling(page, 'overview')
  // The other tests share registry and edge.
  await errand(['rollback', app], { target })
  await expect.poll(() => versionGivenTo(page, app)).not.toBe(version)
})
