import { rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright/test'

import { accessibilityFaults } from '../support/pages.ts'
import { origin, productEnvironment, tlsEnvironment } from '../support/product.ts'
import { copySource, edit, errand, versionGivenTo } from '../support/releases.ts'
import { runCommand } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

let copy = ''
test.beforeAll(() => {
  copy = copySource()
})
test.afterAll(() => rmSync(copy, { recursive: true }))

test('a branch preview is shown to anybody with its link, and does not count as latest', async ({
  owner: { page },
}) => {
  const app = 'remote-billing'
  const title = (name: string) => `title: '${name}'`
  edit(join(copy, app, 'src/words/en.ts'), title('Billing'), title('Billing of a branch'))
  const { version, url } = await errand(['preview', app, 'feature/New title'], { cwd: copy })

  expect(version).toMatch(/^0\.1\.0-preview\.feature-new-title\.[0-9a-f]{12}$/)
  await page.goto(String(url))
  await expect(page.getByRole('heading', { level: 1, name: 'Billing of a branch' })).toBeVisible()
  await expect(page.getByText(`Preview: ${app} ${String(version)}`)).toBeVisible()
  const latest = await errand(['override', app, 'latest'], { cwd: copy })
  expect(latest['version']).not.toContain('preview')
})

const question = 'Run code from this computer?'

/** Lets the remotes of a ticket in, as their developer does. */
async function allow(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'I started this program myself.' }).check()
  await page.getByRole('button', { name: 'Run it in this tab' }).click()
}

test('a local remote runs in the released shell only in the tab of its ticket', async ({
  owner: { page },
}) => {
  const app = 'remote-chats'
  const source = join(copy, app, 'src/inbox/list/list-pane.tsx')
  edit(source, "<h1>{say('chats')}", '<h1>Chats at my desk')
  const local = await runCommand(
    ['tools/src/dev.ts', '--only', 'chats', '--against', origin],
    {
      DATA_DIR: productEnvironment.DATA_DIR,
      NODE_EXTRA_CA_CERTS: tlsEnvironment.TLS_CERT_FILE,
    },
    copy,
  )
  const link = /\S+\?ticket=\S+/.exec(local.said)?.[0] ?? ''
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await page.goto(link)
  await allow(page)
  await expect(heading('Chats at my desk')).toBeVisible()
  await expect(page.getByText(/^Preview: remote-chats from http:\/\/localhost:\d+/)).toBeVisible()
  expect(new URL(page.url()).origin).toBe(origin)

  edit(source, '<h1>Chats at my desk', '<h1>Chats, edited')
  await expect(heading('Chats, edited')).toBeVisible()

  // The other remotes are the released ones, and what is done here is not remembered of anything.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click()
  await expect(heading('Jobs')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('errand:streaks')))
    .toMatch(/^(null|\{\})$/)

  const other = await page.context().newPage()
  await other.goto('/chats')
  await expect(other.getByRole('heading', { level: 1, name: 'Chats', exact: true })).toBeVisible()
  expect(await versionGivenTo(other, app)).toMatch(/^\d/)

  // Another site can lead to the question, also after it was answered here, and no further.
  const stranger = 'https://stranger.example/'
  await other.route(stranger, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${link}">Look</a><form method="post" action="${link}"><button>Win</button></form>`,
    }),
  )
  await other.goto(stranger)
  await other.getByRole('link', { name: 'Look' }).click()
  await expect(other.getByRole('heading', { name: question })).toBeVisible()
  await other.goto(stranger)
  await other.getByRole('button', { name: 'Win' }).click()
  await expect(other.getByText('Forbidden')).toBeVisible()

  await page.getByRole('button', { name: 'Leave preview' }).click()
  await page.goto('/chats')
  await expect(heading('Chats')).toBeVisible()
  await local.stop()
})
