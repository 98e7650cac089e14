import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { settingsSections } from '../support/pages.ts'
import { productEnvironment, root } from '../support/product.ts'
import { readBuild, remotes } from '../support/releases.ts'
import { newPhoneNumber, type OwnersApi } from '../support/test.ts'
import type { Role } from './find-shown.ts'
import { expectLoaded, expectOnly, expectShown, type Name, type Tab } from './tab.ts'
import { apiOf, expect, signIn, test } from './test.ts'

const windows = [
  [1440, 900],
  [360, 780],
] as const

/** What pages show of the demo's data, besides their heading. */
const contents: Record<string, readonly (readonly [Role, Name])[]> = {
  '/dashboard': [
    ['region', 'Figures'],
    ['heading', /chats? needs? you/],
  ],
  '/chats': [['link', /./]],
  '/chats/bookings': [['region', /./]],
}

/** Fills an account with some months of a business. */
async function seedDemo(phoneNumber: string): Promise<void> {
  const args = ['api/dev/demo/cli.ts', '--phone', phoneNumber, '--chats', '60']
  await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...productEnvironment },
  })
}

/** Addresses of every page that the host and the remotes have, each with something of the demo. */
async function everyPage({ ask }: OwnersApi): Promise<string[]> {
  const jobs = await ask<{ items: { id: string; formId: string }[] }>('GET', '/api/jobs')
  const job = jobs.items[0]
  const ledger = await ask<{ items: { orderId?: string | null }[] }>(
    'GET',
    '/api/billing/ledger?kind=top_up',
  )
  const order = ledger.items.find(({ orderId }) => typeof orderId === 'string')?.orderId
  const chats = await ask<{ items: { id: string }[] }>('GET', '/api/chats/sessions')
  const ids: Record<string, string | null | undefined> = {
    '/jobs': job?.id,
    '/chats': job?.formId,
    '/billing': order,
  }
  const pages = remotes.flatMap((app) => {
    const { pages: own = [], place } = readBuild(app)
    const mount = place?.mount ?? ''
    return own.map(({ path }) =>
      `${mount}/${path}`.replace(/\/$/, '').replace(':id', ids[mount] ?? `no-${app}`),
    )
  })
  const { paths = [] } = readBuild('host')
  const sections = settingsSections.map((section) => `/settings#${section}`)
  return [...paths, ...sections, ...pages, `/chats?session=${chats.items[0]?.id}`]
}

/** Waits until the page is complete and no wider than its window. */
async function expectWhole(tab: Tab, what: string): Promise<void> {
  await expectLoaded(tab, what)
  const overflow = () =>
    tab.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  await expect.poll(overflow, what).toBe(0)
  const text = await tab.evaluate(() => document.body.innerText)
  expect.soft(text, what).not.toMatch(/Oops!|could not be loaded|are not valid/)
}

test('every page works with data, on a desktop and on a phone', async ({ tab, request }) => {
  const phoneNumber = newPhoneNumber()
  await seedDemo(phoneNumber)
  const paths = await everyPage(await apiOf(phoneNumber, request))
  expect(paths.filter((path) => path.includes('/no-'))).toEqual([])
  await signIn(tab, phoneNumber)
  for (const [width, height] of windows) {
    await tab.resize(width, height)
    for (const path of paths) {
      const what = `${path} at ${width}`
      await test.step(what, async () => {
        await tab.goto(path)
        await expectWhole(tab, what)
        for (const [role, name] of contents[path] ?? []) await expectShown(tab, role, name)
        expectOnly(tab, [], what)
      })
    }
  }
})

test('an unknown address shows the 404 page', async ({ tab }) => {
  await tab.goto('/no/such/page')
  await expectShown(tab, 'heading', 'Page Not Found')
  await tab.click('link', 'Go Home')
  await expect.poll(() => tab.evaluate(() => location.pathname)).toBe('/')
  expectOnly(tab, [/^404 .*\/no\/such\/page$/])
})
