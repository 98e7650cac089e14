import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { Tooltip } from './tooltip.tsx'

test('it describes what it explains', () => {
  render(
    <Tooltip text="21 November 2026">
      <Button>Today</Button>
    </Tooltip>,
  )

  expect(screen.getByRole('button', { name: 'Today' })).toHaveAccessibleDescription(
    '21 November 2026',
  )
})

test('a name is not read twice', () => {
  render(<IconButton label="Edit" />)

  expect(screen.getByRole('button', { name: 'Edit' })).not.toHaveAccessibleDescription()
})

test('it comes with the focus of the keyboard, and Escape hides it', async () => {
  render(
    <Tooltip text="More about it">
      <Button>Help</Button>
    </Tooltip>,
  )

  await userEvent.tab()
  expect(await screen.findByRole('tooltip')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})
