import { test } from '../support/test.ts'
import { fixAnswers } from './fixed-answers.ts'
import { nameOwner } from './name-owner.ts'
import { dress, expectPicture, looks, openSettled, type Look } from './take-picture.ts'

const widths = [360, 768, 1440]
const views = looks.flatMap((look) => widths.map((width): [Look, number] => [look, width]))
const publicPages = ['/', '/login', '/nowhere']
const ownersPages = [
  '/dashboard',
  '/settings#hours',
  '/settings#messages',
  '/settings#notifications',
  '/settings#account',
  '/jobs',
  '/jobs/new',
  '/chats',
  '/billing',
]

const nameOf = (path: string): string =>
  path.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'landing'

for (const [look, width] of views) {
  const name = (path: string) => `${nameOf(path)}-${look}-${width}`

  test(`public pages look as they did: ${look}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const pending = await fixAnswers(page)
    await dress(page, look)
    for (const path of publicPages) {
      await test.step(path, async () => {
        await openSettled(page, path, { pending, isOwners: false })
        await expectPicture(page, name(path))
      })
    }
  })

  test(`an owner's pages look as they did: ${look}, ${width} px`, async ({ owner: { page } }) => {
    await page.setViewportSize({ width, height: 800 })
    await nameOwner(page, look)
    const pending = await fixAnswers(page)
    await dress(page, look)
    for (const path of ownersPages) {
      await test.step(path, async () => {
        await openSettled(page, path, { pending, isOwners: true })
        await expectPicture(page, name(path))
      })
    }
  })
}
