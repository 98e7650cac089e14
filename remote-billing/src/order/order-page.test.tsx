import { server } from '@errand/shared-auth/testing'
import { act, screen } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { problem } from '../testing/billing.ts'
import { renderRoute } from '../testing/render-route.tsx'

afterEach(() => void vi.useRealTimers())

test.each([
  [403, 'Refused'],
  [404, 'Order not found'],
  [410, 'Order not found'],
])('an order answered with %i is asked for once', async (status, title) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls: string[] = []
  server.use(
    http.all('*/api/billing/orders/:path*', ({ request }) => {
      calls.push(new URL(request.url).pathname)
      return problem(status, 'not_found')
    }),
  )
  renderRoute('/billing/orders/ord_unknown')
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()

  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000))
  expect(calls).toEqual(['/api/billing/orders/ord_unknown/check'])
})

test('an order that does not exist says so, and leads to those that do', async () => {
  server.use(http.all('*/api/billing/orders/:path*', () => problem(404, 'not_found')))
  renderRoute('/billing/orders/ord_unknown')
  expect(await screen.findByRole('link', { name: 'See all orders' })).toBeVisible()
  expect(document.title).toBe('Order not found · Errand')
})

test('an order that cannot be had just now is asked for less and less often', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let calls = 0
  server.use(
    http.all('*/api/billing/orders/:path*', () => {
      calls += 1
      return problem(500, 'internal')
    }),
  )
  const router = renderRoute('/billing/orders/ord_1')
  await screen.findByRole('button', { name: 'Retry' })
  const callsIn = async (minutes: number) => {
    const before = calls
    await act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
    return calls - before
  }
  const [first, later] = [await callsIn(3), await callsIn(3)]
  expect(later).toBeLessThan(first)
  expect(later).toBeLessThanOrEqual(14)

  // The owner may have paid before coming back.
  await act(() => router.navigate('/billing/orders/ord_2'))
  await act(() => router.navigate('/billing/orders/ord_1'))
  await screen.findByRole('button', { name: 'Retry' })
  expect(await callsIn(3)).toBeGreaterThan(later)
})
