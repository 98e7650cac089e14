import { expect, test } from '../support/test.ts'

interface SharedCopy {
  from: string
  loaded?: boolean
}
type ShareScope = Record<string, Record<string, SharedCopy>>

test('every shared library exists once, given by the host', async ({ owner: { page } }) => {
  await page.goto('/dashboard')
  for (const label of ['Jobs', 'Chats', 'Billing']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click()
    await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible()
  }

  const scopes = await page.evaluate(() => {
    const { __FEDERATION__: federation } = window as unknown as {
      __FEDERATION__: { __INSTANCES__: { name: string; shareScopeMap: { default: ShareScope } }[] }
    }
    return federation.__INSTANCES__.map(({ name, shareScopeMap }) => ({
      name,
      copies: Object.fromEntries(
        Object.entries(shareScopeMap.default).map(([library, versions]) => [
          library,
          Object.values(versions).map(({ from }) => from),
        ]),
      ),
    }))
  })

  expect(scopes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['host', 'remote_jobs', 'remote_chats', 'remote_billing']),
  )
  for (const { name, copies } of scopes) {
    expect(Object.keys(copies).toSorted(), name).toEqual([
      '@errand/shared-auth',
      '@tanstack/react-query',
      'jotai',
      'react',
      'react-dom',
      'react-hot-toast',
      'react-router-dom',
      'react/jsx-runtime',
    ])
    for (const [library, from] of Object.entries(copies)) expect(from, library).toEqual(['host'])
  }
})

test('one session and one cache: the profile is fetched once for host and remotes', async ({
  owner: { page },
}) => {
  let profileCalls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/profile')) profileCalls += 1
  })
  await page.goto('/dashboard')
  for (const label of ['Billing', 'Settings', 'Billing']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click()
    await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible()
  }

  // Once when the page starts, and at most once more when its stream begins: whatever happened in
  // between was told to nobody. A remote with a cache of its own would ask again.
  expect(profileCalls).toBeGreaterThan(0)
  expect(profileCalls).toBeLessThanOrEqual(2)
})
