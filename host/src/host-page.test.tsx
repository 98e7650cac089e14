import { avoidCookieName } from '@errand/contract/release-memory'
import { server } from '@errand/shared-auth/testing'
import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'

import { PaneError } from './errors/pane-error.tsx'
import { createHostPage } from './host-page.ts'

afterEach(() => {
  document.cookie = `${avoidCookieName}=; path=/; max-age=0`
})

const preview = { apps: ['host 2'], refused: [], expiresAt: '', localOrigins: [] }

test.each([
  ['the next document avoids this host', 404, undefined, true],
  ['an unavailable edge does not avoid the host', 502, undefined, false],
  ['a preview does not avoid the host', 404, preview, false],
])('when a host page cannot be loaded, %s', async (_, status, override, isAvoided) => {
  server.use(http.get('*/r/host/2/*', () => new HttpResponse(null, { status })))
  const settings = createHostPage({ host: { version: '2' }, override })({
    route: { path: '/settings', ErrorBoundary: PaneError, HydrateFallback: () => null },
    label: () => 'Settings',
    lazy: () => Promise.reject(new Error('ChunkLoadError')),
  })
  const router = createMemoryRouter([settings], { initialEntries: ['/settings'] })
  const reported: unknown[] = []
  const record = (event: Event) => void reported.push((event as CustomEvent).detail)
  addEventListener('errand:status', record, { once: true })
  render(<RouterProvider router={router} />)

  expect(await screen.findByRole('heading', { name: 'Settings could not be loaded' })).toBeVisible()
  expect(document.cookie.includes('host@2')).toBe(isAvoided)
  expect(reported).toMatchObject([{ app: 'host', status: 'failed', kind: 'import' }])
})
