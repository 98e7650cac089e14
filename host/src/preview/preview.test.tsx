import type { ReleaseSet } from '@errand/contract/release'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keepPreview, PreviewNotice } from './preview.tsx'

const set: ReleaseSet = {
  id: 'a1',
  revision: 1,
  host: { version: '1' },
  remotes: [],
  revoked: [],
  flags: {},
}
const override = {
  apps: ['remote-jobs 2.0.0-p1'],
  refused: [],
  expiresAt: '2026-11-21T15:30:00Z',
  localOrigins: [],
}
const replace = vi.fn()

function openAt(address: string): void {
  vi.stubGlobal('location', { href: `https://app.example${address}`, replace })
}
const reopenedAt = () => replace.mock.calls.map(([url]) => String(url))

beforeEach(() => replace.mockClear())
afterEach(() => vi.unstubAllGlobals())

test('a preview is kept for the tab and requested again after a reload', () => {
  openAt('/jobs?ticket=t1')
  expect(keepPreview({ ...set, override })).toBe(false)

  openAt('/jobs/new?from=list#name')
  expect(keepPreview(set)).toBe(true)
  expect(reopenedAt()).toEqual(['https://app.example/jobs/new?from=list&ticket=t1#name'])
})

test('an expired ticket is not requested again', () => {
  openAt('/jobs?ticket=t1')
  keepPreview({ ...set, override })
  keepPreview(set)

  openAt('/jobs')
  expect(keepPreview(set)).toBe(false)
})

test('the notice shows what is previewed, until when, and how to leave', async () => {
  openAt('/jobs?ticket=t1')
  keepPreview({ ...set, override })
  render(<PreviewNotice override={override} />)
  const expiresAt = new Date(override.expiresAt)
  const day = expiresAt.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })
  expect(screen.getByRole('status')).toHaveTextContent(`Preview: remote-jobs 2.0.0-p1 until ${day}`)

  await userEvent.click(screen.getByRole('button', { name: 'Leave preview' }))

  expect(reopenedAt()).toEqual(['https://app.example/jobs'])
  openAt('/jobs')
  expect(keepPreview(set)).toBe(false)
})

test('a release that cannot be previewed is named in the notice', () => {
  openAt('/jobs?ticket=t1')
  const { rerender } = render(<PreviewNotice override={{ ...override, refused: ['host 9'] }} />)
  expect(screen.getByRole('status')).toHaveTextContent(
    /^Preview: remote-jobs 2\.0\.0-p1 until .* Cannot be previewed here: host 9/,
  )

  rerender(<PreviewNotice override={{ ...override, apps: [], refused: ['host 9'] }} />)
  expect(screen.getByRole('status')).not.toHaveTextContent('Preview:')
})
