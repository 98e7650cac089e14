import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { ErrorState } from './error-state.tsx'

test('it says what failed and offers another try', async () => {
  const onRetry = vi.fn()
  render(<ErrorState title="No answer" detail="Your jobs are safe." onRetry={onRetry} />)

  expect(screen.getByRole('alert')).toHaveTextContent('No answerYour jobs are safe.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('standing for a whole page it has the page heading', () => {
  render(<ErrorState title="No answer" headingLevel={1} />)

  expect(screen.getByRole('heading', { name: 'No answer', level: 1 })).toBeVisible()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
