import type { Page, Route } from 'playwright/test'

import { readBuild } from '../support/builds.ts'
import { expect, test } from '../support/test.ts'

/** Without the code that tells of news a page is whole: it comes when the browser is idle. */
const spare = '/async/notices.'

const marks = { js: ';window.wasTampered=true', css: 'html{--tampered:1}' }

/** Adds something that can be seen when it has taken effect. */
const tamper =
  (mark: string) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}${mark}` })
  }

const hasTakenEffect = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      'wasTampered' in window ||
      getComputedStyle(document.documentElement).getPropertyValue('--tampered') !== '',
  )

for (const { app, path, message } of [
  { app: 'remote-chats', path: '/chats', message: 'Chats could not be loaded' },
  {
    app: 'host',
    path: '/dashboard',
    message: /^(Oops! Something went wrong|Dashboard could not be loaded)/,
  },
]) {
  test(`a changed byte in any file of ${app} takes no effect`, async ({
    owner: { page },
    consoleErrors,
  }) => {
    test.slow()
    const loaded = new Set<string>()
    page.on('request', (request) => loaded.add(new URL(request.url()).pathname))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { version, files } = readBuild(app)
    const late = Object.keys(files).filter((file) => file.includes(spare) && file.endsWith('.js'))
    await expect
      .poll(() => late.every((file) => loaded.has(`/r/${app}/${version}/${file}`)))
      .toBe(true)
    const own = Object.keys(files)
      .map((file) => `/r/${app}/${version}/${file}`)
      .filter((file) => loaded.has(file) && /\.(js|css)$/.test(file))
    expect(own.length).toBeGreaterThan(2)

    for (const file of own) {
      await test.step(file, async () => {
        await page.route(`**${file}*`, tamper(file.endsWith('.css') ? marks.css : marks.js))
        await page.goto(path)
        const isSpare = file.includes(spare)
        const shown = isSpare ? page.getByRole('heading', { level: 1 }) : page.getByText(message)
        await expect(shown).toBeVisible()
        expect(await hasTakenEffect(page)).toBe(false)
        await page.unrouteAll({ behavior: 'wait' })
        await page.context().clearCookies({ name: 'errand_avoid' })
        await page.evaluate(() => localStorage.removeItem('errand:streaks'))
      })
    }
    expect(consoleErrors.some((text) => text.includes('valid digest'))).toBe(true)
    consoleErrors.splice(0, consoleErrors.length)
  })
}

test('a remote whose hash the document does not name is refused', async ({ owner: { page } }) => {
  await page.route('**/chats', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const entry = /("url":"\/r\/remote-chats\/[^"]+","as":"script"),"integrity":"[^"]+"/g
    expect(html).toMatch(entry)
    await route.fulfill({ response, body: html.replace(entry, '$1') })
  })

  await page.goto('/chats')

  await expect(page.getByText('Chats could not be loaded')).toBeVisible()
  const containers = await page.evaluate(() =>
    Object.keys(window).filter((name) => name.startsWith('remote_chats__')),
  )
  expect(containers).toEqual([])
})
