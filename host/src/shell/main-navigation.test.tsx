import type { RemoteRelease } from '@errand/contract/release'
import { queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

import { MainNavigation } from './main-navigation.tsx'

const remote = (label: string, icon: RemoteRelease['icon'] = []): RemoteRelease => ({
  app: `remote-${label}`,
  name: label,
  version: '1',
  mount: `/${label.toLowerCase()}`,
  label,
  icon,
  order: 1,
  globalName: 'g',
  preload: [],
  entry: { url: '/e.js', as: 'script' },
})

function renderNavigation(remotes: RemoteRelease[], path = '/dashboard') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <MainNavigation remotes={remotes} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a remote that the host has never heard of has its place between the shell pages', () => {
  renderNavigation([remote('Jobs'), remote('Reports')], '/reports/2026')

  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'Jobs',
    'Reports',
    'Settings',
  ])
  expect(screen.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page')
})

test('an icon draws shapes and nothing that runs or loads', () => {
  const icon: RemoteRelease['icon'] = [
    ['path', { d: 'M0 0' }],
    ['script', { href: 'data:,alert(1)' }],
    ['image', { href: 'https://evil.example/x.png' }],
    ['foreignObject', {}],
  ]
  renderNavigation([remote('Jobs', icon)])

  const drawing = screen.getByRole('link', { name: 'Jobs' }).querySelector('svg')
  expect(drawing?.innerHTML).toBe('<path d="M0 0"></path>')
})
