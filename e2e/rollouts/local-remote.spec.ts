import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { Page } from 'playwright/test'

import { accessibilityFaults } from '../support/accessible.ts'
import { versionGivenTo } from '../support/errand.ts'
import { origin, productEnvironment, tlsEnvironment } from '../support/product.ts'
import { copySource, edit } from '../support/source.ts'
import { expect, test } from '../support/test.ts'

const app = 'remote-chats'
const source = 'src/list/list-pane.tsx'

/** Runs the remote of this copy in the product under test; resolves with the link to open. */
async function runLocally(copy: string) {
  const dev = spawn(
    process.execPath,
    ['tools/src/dev.ts', '--only', 'chats', '--against', origin],
    {
      cwd: copy,
      env: {
        ...process.env,
        DATA_DIR: productEnvironment.DATA_DIR,
        NODE_EXTRA_CA_CERTS: tlsEnvironment.TLS_CERT_FILE,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let link = ''
  for await (const line of createInterface({ input: dev.stdout })) {
    if (line.includes('?ticket=')) link = line.trim()
    if (line.includes('Ready in')) break
  }
  return {
    link,
    async stop() {
      dev.kill('SIGTERM')
      await once(dev, 'exit')
    },
  }
}

const question = 'Run code from this computer?'

/** Lets the remotes of a ticket in, as their developer does. */
async function allow(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'I started this program myself.' }).check()
  await page.getByRole('button', { name: 'Run it in this tab' }).click()
}

test('a remote of the own machine runs in the released shell, in the tab of its ticket alone', async ({
  owner: { page },
}) => {
  const copy = copySource()
  edit(join(copy, app, source), "<h1>{say('chats')}", '<h1>Chats at my desk')
  const local = await runLocally(copy)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  try {
    await page.goto(local.link)
    await allow(page)
    await expect(heading('Chats at my desk')).toBeVisible()
    await expect(page.getByText(/^Preview: remote-chats from http:\/\/localhost:\d+/)).toBeVisible()
    expect(new URL(page.url()).origin).toBe(origin)

    edit(join(copy, app, source), '<h1>Chats at my desk', '<h1>Chats, edited')
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
        body: `<a href="${local.link}">Look</a><form method="post" action="${local.link}"><button>Win</button></form>`,
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
  } finally {
    await local.stop()
    rmSync(copy, { recursive: true })
  }
})
