import { act, render, screen } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterEach, expect, test, vi } from 'vitest'

import { AppToaster } from './app-toaster.tsx'

/** The time for which a dismissed toast is animated. */
const leavingMs = 1000

afterEach(() => void vi.useRealTimers())

test.each(['success', 'error'] as const)(
  'a toast of type %s is shown for 4 seconds',
  async (kind) => {
    vi.useFakeTimers()
    render(<AppToaster />)
    act(() => void toast[kind]('Saved'))

    let ms = 0
    while (screen.queryByText('Saved') !== null) {
      await act(() => vi.advanceTimersByTimeAsync(100))
      ms += 100
    }
    expect(ms - leavingMs).toBe(4000)
  },
)

test('at most 20 toasts are shown', () => {
  render(<AppToaster />)
  act(() => {
    for (let count = 0; count < 24; count += 1) toast.error('Failed to logout')
  })
  expect(screen.getAllByText('Failed to logout')).toHaveLength(20)
})
