import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Skeleton } from './skeleton.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what arrives within 150 ms never flashes a skeleton', () => {
  render(<Skeleton label="Loading jobs" />)

  act(() => void vi.advanceTimersByTime(149))
  expect(screen.queryByRole('status')).not.toBeInTheDocument()

  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByRole('status')).toHaveTextContent('Loading jobs')
})
