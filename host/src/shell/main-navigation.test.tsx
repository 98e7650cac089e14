import type { RemoteRelease } from '@errand/contract/release'
import { queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

import { aRemote } from '../testing/remote-release.ts'
import { MainNavigation } from './main-navigation.tsx'

function renderNavigation(remotes: RemoteRelease[], path = '/dashboard') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <MainNavigation remotes={remotes} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a remote unknown to the host is listed between the shell’s pages', () => {
  renderNavigation([aRemote('Reports', { order: 2 }), aRemote('Jobs')], '/reports/2026')

  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'Jobs',
    'Reports',
    'Settings',
  ])
  expect(screen.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page')
})

test('an icon contains only shapes, nothing that runs or loads', () => {
  const icon: RemoteRelease['icon'] = [
    ['path', { d: 'M0 0', onload: 'alert(1)', style: 'color: red' }],
    ['script', { href: 'data:,alert(1)' }],
    ['image', { href: 'https://evil.example/x.png' }],
    ['foreignObject', {}],
  ]
  renderNavigation([aRemote('Jobs', { icon })])

  const drawing = screen.getByRole('link', { name: 'Jobs' }).querySelector('svg')
  expect(drawing?.innerHTML).toBe('<path d="M0 0"></path>')
})
