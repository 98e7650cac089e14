import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { RelativeTime } from './relative-time.tsx'

afterEach(() => void vi.useRealTimers())

test('a time is said anew with each half minute, whenever it was first shown', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:50Z') })
  const at = '2026-11-21T10:00:00Z'
  render(<RelativeTime at={at} />)
  expect(screen.getByRole('time')).toHaveTextContent('now')

  act(() => void vi.advanceTimersByTime(10_000))
  // Who comes later reads the same.
  render(<RelativeTime at={at} />)
  for (const time of screen.getAllByRole('time')) expect(time).toHaveTextContent('1 minute ago')
  act(() => void vi.advanceTimersByTime(60_000))
  for (const time of screen.getAllByRole('time')) expect(time).toHaveTextContent('2 minutes ago')
})
