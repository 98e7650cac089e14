import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

test('hint and error belong to their control', () => {
  render(<TextField label="Name" hint="As customers know you." error="Enter a name." />)

  const box = screen.getByRole('textbox', { name: 'Name' })
  expect(box).toBeInvalid()
  expect(box).toHaveAccessibleDescription('As customers know you. Enter a name.')
})

test('a control without an error is not called invalid', () => {
  render(<TextField label="Name" />)

  expect(screen.getByRole('textbox', { name: 'Name' })).not.toHaveAttribute('aria-invalid')
})

test('a text with a limit counts', async () => {
  render(<TextArea label="Instructions" maxLength={20} defaultValue="Be kind" />)
  expect(screen.getByText('7 / 20')).toBeVisible()

  await userEvent.type(screen.getByRole('textbox', { name: 'Instructions' }), ' and')
  expect(screen.getByText('11 / 20')).toBeVisible()
})
