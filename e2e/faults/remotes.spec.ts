import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import type { Page } from 'playwright/test'

import { root } from '../support/product.ts'
import { remotes } from '../support/releases.ts'
import { expect, test } from '../support/test.ts'

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

test('a remote that is down affects only its own path, and Retry needs no reload', async ({
  owner: { page },
  plantedFailures,
}) => {
  plantedFailures.push('/r/remote-billing/')
  await page.goto('/dashboard')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.route('**/r/remote-billing/**', (route) => route.abort())
  const lost = page.getByRole('heading', { name: 'Billing could not be loaded' })
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await expect(lost).toBeVisible()
  await open(page, 'Chats')
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await expect(lost).toBeVisible()

  await page.unroute('**/r/remote-billing/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a remote page whose code could not be loaded opens after Retry', async ({
  owner: { page },
  plantedFailures,
}) => {
  plantedFailures.push('/r/remote-jobs/')
  await page.goto('/jobs')
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()
  await page.route('**/r/remote-jobs/**', (route) => route.abort())
  await page.getByRole('link', { name: 'New job' }).first().click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await page.unroute('**/r/remote-jobs/**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
})

test('a page that throws shows the error page in the shell, with a button to refresh', async ({
  owner: { page },
  consoleErrors,
}) => {
  await page.goto('/settings#appearance')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.evaluate(() => {
    Object.assign(window, { isBroken: true })
    // Only the names of the weekdays: the shell and the profile, which may still load, do without.
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct(Format, [locale, options]: [string, Intl.DateTimeFormatOptions?]) {
        if (options?.weekday === 'long') throw new Error('planted')
        return new Format(locale, options)
      },
    })
  })
  await page.getByRole('link', { name: 'Hours and holidays' }).click()
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  await expect(
    page.getByText('We encountered an unexpected error. Please try refreshing the page.'),
  ).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(await page.evaluate(() => 'isBroken' in window)).toBe(false)
  consoleErrors.length = 0
})

/** Text that only the library itself contains, and that survives minification. */
const marks = {
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-dom': '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-router': '__reactRouterVersion',
  jotai: 'no atom init',
  '@tanstack/react-query': 'No QueryClient set',
  firebase: 'identitytoolkit.googleapis.com',
  ky: 'ForceRetryError',
}

/** The federation runtime, and for each file that loads later a hash that no compression shortens. */
const maxEntryBytes = 24_000

test('shared libraries are only in the host’s files, and the remotes’ entries stay small', () => {
  const scriptsOf = (app: string) => {
    const dist = join(root, app, 'dist')
    const read = (name: string) => readFileSync(join(dist, name), 'utf8')
    return globSync('**/*.js', { cwd: dist }).map(read).join('\n')
  }
  const host = scriptsOf('host')
  for (const [library, mark] of Object.entries(marks))
    expect(host.includes(mark), library).toBe(true)
  for (const remote of remotes) {
    const scripts = scriptsOf(remote)
    for (const [library, mark] of Object.entries(marks))
      expect(scripts.includes(mark), `${library} in ${remote}`).toBe(false)
    const entry = readFileSync(join(root, remote, 'dist/remoteEntry.js'))
    expect(gzipSync(entry).byteLength, remote).toBeLessThan(maxEntryBytes)
  }
})

type ShareScope = Record<string, Record<string, { from: string }>>

test('every shared library comes from the host, with one session and one cache', async ({
  owner: { page },
}) => {
  let profileCalls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/profile')) profileCalls += 1
  })
  await page.goto('/dashboard')
  for (const name of ['Jobs', 'Chats', 'Billing', 'Settings']) await open(page, name)
  // Once when the page starts, and at most once more when its stream starts, for what happened in
  // between. A remote with a cache of its own would ask again.
  expect(profileCalls).toBeGreaterThan(0)
  expect(profileCalls).toBeLessThanOrEqual(2)

  const scopes = await page.evaluate(() => {
    const { __FEDERATION__: federation } = window as unknown as {
      __FEDERATION__: { __INSTANCES__: { name: string; shareScopeMap: { default: ShareScope } }[] }
    }
    return federation.__INSTANCES__.map(({ name, shareScopeMap }) => ({
      name,
      copies: Object.entries(shareScopeMap.default).map(([library, versions]) => [
        library,
        Object.values(versions).map(({ from }) => from),
      ]),
    }))
  })
  expect(scopes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['host', 'remote_jobs', 'remote_chats', 'remote_billing']),
  )
  for (const { name, copies } of scopes) {
    expect(Object.fromEntries(copies), name).toEqual({
      '@errand/shared-auth': ['host'],
      '@tanstack/react-query': ['host'],
      jotai: ['host'],
      react: ['host'],
      'react-dom': ['host'],
      'react-hot-toast': ['host'],
      'react-router-dom': ['host'],
      'react/jsx-runtime': ['host'],
    })
  }
})
