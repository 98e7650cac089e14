import { openCheckout, press } from '../support/checkout.ts'
import { expect, test } from '../support/test.ts'
import { fixAnswers } from './fixed-answers.ts'
import { nameOwner } from './name-owner.ts'
import { dress, expectPicture, looks, openSettled, type Look } from './take-picture.ts'

/** In every look on a phone and on a desk; between them the layout is what differs. */
const views: [Look, number][] = [
  ...looks.flatMap((look): [Look, number][] => [
    [look, 360],
    [look, 1440],
  ]),
  ['light', 768],
]

for (const [look, width] of views) {
  test(`what an owner paid looks as it did: ${look}, ${width} px`, async ({ owner: { page } }) => {
    await page.setViewportSize({ width, height: 800 })
    await openCheckout(page)
    await press(page, 'Let the bank decline')
    await press(page, 'Pay')
    await expect(page.getByRole('button', { name: 'Download invoice' })).toBeVisible()
    const order = new URL(page.url()).pathname
    await nameOwner(page, look)
    const pending = await fixAnswers(page)
    await dress(page, look)
    const pages = {
      buy: '/billing/buy',
      history: '/billing/history',
      invoices: '/billing/invoices',
      order,
    }
    for (const [name, path] of Object.entries(pages)) {
      await test.step(path, async () => {
        await openSettled(page, path, { pending, isOwners: true })
        await expectPicture(page, `billing-${name}-${look}-${width}`)
      })
    }
  })
}
