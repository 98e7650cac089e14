import type { Locator, Page } from 'playwright/test'

import { openPhone } from '../support/contacts.ts'
import { expectAccessible } from '../support/pages.ts'
import { expect, test, type Owner } from '../support/test.ts'

/** Opens a chat with somebody who has just written; answers what their phone shows. */
async function openChat({ page, phoneNumber, api }: Owner) {
  const business = `shop-${phoneNumber.slice(-9)}`
  await api.changeSettings(() => ({ business: { name: business }, inbox: { undoSeconds: 0 } }))
  const phone = await openPhone(page.context(), { business, name: 'Ravi' })
  await phone.write('How does your shop look?')
  // A tab behind another is drawn once a second, and each click waits for that.
  await page.bringToFront()
  await page.goto('/chats')
  await page.getByRole('link', { name: /Ravi/ }).click()
  return phone.said
}

/** A photo that a browser can show. */
const aPhoto = (page: Page) => page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 48 } })

/** Whether a photo of a message was loaded whole. */
const isShown = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 64)

test('a chosen photo with a caption and a pasted one arrive on the contact’s phone', async ({
  owner,
}) => {
  const { page } = owner
  const said = await openChat(owner)
  const buffer = await aPhoto(page)
  const tray = page.getByRole('list', { name: 'Files to send' })
  const box = page.getByRole('textbox', { name: 'Reply' })

  await page
    .getByLabel('Attach files')
    .and(page.locator('input'))
    .setInputFiles({ name: 'shop.png', mimeType: 'image/png', buffer })
  await expect(tray.getByText('shop.png', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await box.fill('Our shop')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(tray).toBeHidden()
  const seen = said.last().getByRole('img', { name: 'Our shop' })
  await expect.poll(() => isShown(seen)).toBe(true)

  await box.evaluate((element, bytes) => {
    const clipboardData = new DataTransfer()
    const file = new File([Uint8Array.from(bytes)], 'copied.png', { type: 'image/png' })
    clipboardData.items.add(file)
    const options = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', options))
  }, Array.from(buffer))
  await expect(tray.getByText('copied.png', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => isShown(said.last().getByRole('img', { name: 'copied.png' }))).toBe(true)
  await page.reload()
  const sent = page.getByRole('article', { name: 'Message from You' })
  await expect(sent).toHaveCount(2)
  await expect.poll(() => isShown(sent.first().getByRole('img').first())).toBe(true)
})

test('a large photo is resized before sending, and a video that is too large is refused', async ({
  owner,
}) => {
  const { page } = owner
  const said = await openChat(owner)
  const tray = page.getByRole('list', { name: 'Files to send' })

  await page
    .getByLabel('Attach files')
    .and(page.locator('input'))
    .evaluate(async (input: HTMLInputElement) => {
      const canvas = new OffscreenCanvas(1600, 1200)
      const context = canvas.getContext('2d')
      const pixels = new ImageData(1600, 1200)
      // As a camera makes it: noise hardly gets smaller.
      for (const at of pixels.data.keys()) pixels.data[at] = Math.random() * 255
      context?.putImageData(pixels, 0, 0)
      const photo = await canvas.convertToBlob({ type: 'image/png' })
      const film = new Uint8Array(17 * 1024 * 1024)
      const chosen = new DataTransfer()
      chosen.items.add(new File([photo], 'camera.png', { type: 'image/png' }))
      chosen.items.add(new File([film], 'film.mp4', { type: 'video/mp4' }))
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })

  await expect(tray.getByText('Too large: at most 16 MB')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove film.mp4' }).click()
  await expect(tray.getByText('camera.jpg', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(said.last().getByRole('img', { name: 'camera.jpg' })).toBeVisible()
})

test('a voice message is recorded, sent and played on the contact’s phone', async ({ owner }) => {
  const { page } = owner
  await page.context().grantPermissions(['microphone'])
  const said = await openChat(owner)

  await page.getByRole('button', { name: 'Record a voice message' }).click()
  const bar = page.getByRole('group', { name: 'Recording' })
  await expect(bar.getByText('0:02')).toBeVisible()
  await bar.getByRole('button', { name: 'Send' }).click()

  const player = said.last().locator('audio')
  await expect
    .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(1)
  await page.reload()
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('group', { name: 'Voice message' }).locator('audio')).toBeVisible()
})
