import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { StartingView } from './starting-view.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('the view names the product, and after a while the likely cause', () => {
  render(<StartingView />)
  expect(screen.getByRole('heading', { name: 'Loading Errand' })).toBeVisible()
  expect(screen.getByText('AI-powered WhatsApp Assistant')).toBeVisible()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()

  act(() => void vi.advanceTimersByTime(8000))

  expect(screen.getByRole('status')).toHaveTextContent('Check your connection.')
})
