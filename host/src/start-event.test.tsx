import { render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, type RouteObject } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'

import { App, RootLayout } from './app.tsx'
import { PaneError, RouterErrorPage } from './errors/pane-error.tsx'
import { StartingView } from './shell/starting-view.tsx'

const told: string[] = []
const tell = ({ type }: Event) => void told.push(type)
const events = ['errand:ready', 'errand:failed']

afterEach(() => {
  for (const event of events) removeEventListener(event, tell)
  told.splice(0)
})

/** Opens a page below a root and a shell, and records what the boot script receives. */
function open(page: RouteObject, root: RouteObject = { Component: RootLayout }) {
  vi.spyOn(console, 'error').mockReturnValue()
  for (const event of events) addEventListener(event, tell)
  const tree = {
    ErrorBoundary: RouterErrorPage,
    HydrateFallback: StartingView,
    ...root,
    children: [{ path: '/', ...page }],
  } as RouteObject
  render(<App router={createMemoryRouter([tree])} />)
}

const Broken = () => {
  throw new TypeError('planted')
}
const broken = async () => screen.findByRole('heading', { name: 'Oops! Something went wrong' })
const never = () => new Promise<never>(() => {})

test('a shown page reports the host as ready', async () => {
  open({ element: <h1>Page</h1> })
  expect(await screen.findByRole('heading', { name: 'Page' })).toBeVisible()
  expect(new Set(told)).toEqual(new Set(['errand:ready']))
})

test('a page that waits for its data reports the host as ready', async () => {
  open({ element: <h1>Page</h1>, loader: never })
  expect(await screen.findByRole('heading', { name: 'Loading Errand' })).toBeVisible()
  expect(new Set(told)).toEqual(new Set(['errand:ready']))
})

test.each<[string, RouteObject, RouteObject?]>([
  ['its root', { element: <h1>Page</h1> }, { Component: Broken }],
  ['a page without a shell', { Component: Broken }],
  ['its shell', { Component: Broken, children: [{ index: true, element: <h1>Page</h1> }] }],
])('a host that throws while it renders %s is reported as failed', async (_, page, root) => {
  open(page, root)
  expect(await broken()).toBeVisible()
  expect(new Set(told)).toEqual(new Set(['errand:failed']))
})

test('a shell that throws after the loading view is reported as failed', async () => {
  open({ Component: Broken, loader: async () => null })
  expect(await broken()).toBeVisible()
  await vi.waitFor(() => expect(told.at(-1)).toBe('errand:failed'))
})

test.each<[string, RouteObject]>([
  [
    'a page in the shell throws',
    {
      element: <Outlet />,
      children: [{ index: true, ErrorBoundary: PaneError, Component: Broken }],
    },
  ],
  [
    'the api does not answer',
    {
      element: <h1>Page</h1>,
      loader: () => {
        throw new Response('', { status: 503 })
      },
    },
  ],
])('when %s the host is reported as ready', async (_, page) => {
  open(page)
  expect(await broken()).toBeVisible()
  expect(new Set(told)).toEqual(new Set(['errand:ready']))
})
