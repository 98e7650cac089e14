import type { Page, Route } from 'playwright/test'

import { readBuild } from '../support/releases.ts'
import { expect, test } from '../support/test.ts'

const marks = { js: ';window.wasTampered=true', css: 'html{--tampered:1}' }

/** Adds something that is visible if it takes effect. */
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
  test(`a changed file of ${app} takes no effect: its first script, its last and its styles`, async ({
    owner: { page },
    consoleErrors,
  }) => {
    // What a page loads only when the browser is idle it works without.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => {} }))
    const loaded = new Set<string>()
    const { version } = readBuild(app)
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith(`/r/${app}/${version}/`)) loaded.add(pathname)
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const [scripts, styles] = ['.js', '.css'].map((ending) =>
      [...loaded].filter((file) => file.endsWith(ending)),
    )
    const some = new Set([scripts?.[0], scripts?.at(-1), styles?.[0]])
    expect(some.size).toBe(3)

    for (const file of some) {
      await test.step(String(file), async () => {
        await page.route(`**${file}*`, tamper(file?.endsWith('.css') ? marks.css : marks.js))
        await page.goto(path)
        await expect(page.getByText(message)).toBeVisible()
        expect(await hasTakenEffect(page)).toBe(false)
        await page.unrouteAll({ behavior: 'wait' })
        await page.context().clearCookies({ name: '__Host-errand_avoid' })
        await page.evaluate(() => localStorage.removeItem('errand:streaks'))
      })
    }
    expect(consoleErrors.some((text) => text.includes('valid digest'))).toBe(true)
    consoleErrors.length = 0
  })
}

test('a remote without a hash in the document is refused', async ({ owner: { page } }) => {
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
