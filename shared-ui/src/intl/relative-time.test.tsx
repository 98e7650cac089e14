import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { readFormats } from './formats.ts'
import { RelativeTime } from './relative-time.tsx'

afterEach(() => {
  vi.useRealTimers()
  delete document.documentElement.dataset['clockOffset']
})

test('a time is said anew with each half minute, whenever it was first shown', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:50Z') })
  const at = '2026-11-21T10:00:00Z'
  render(<RelativeTime at={at} />)
  expect(screen.getByRole('time')).toHaveTextContent('now')

  act(() => void vi.advanceTimersByTime(10_000))
  // A component that renders later shows the same.
  render(<RelativeTime at={at} />)
  for (const time of screen.getAllByRole('time')) expect(time).toHaveTextContent('1 minute ago')
  act(() => void vi.advanceTimersByTime(60_000))
  for (const time of screen.getAllByRole('time')) expect(time).toHaveTextContent('2 minutes ago')
})

test("a time is said by the page's clock, from the moment at which the page has learned it", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:05:00Z') })
  render(<RelativeTime at="2026-11-21T10:00:00Z" />)
  expect(screen.getByRole('time')).toHaveTextContent('yesterday')

  document.documentElement.dataset['clockOffset'] = String(-26 * 3_600_000)
  await waitFor(() => expect(screen.getByRole('time')).toHaveTextContent('5 minutes ago'))
  expect(readFormats().relative('2026-11-21T10:00:00Z')).toBe('5 minutes ago')
})
