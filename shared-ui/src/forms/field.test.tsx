import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test } from 'vitest'

import { Checkbox } from './checkbox.tsx'
import { SelectField, TextArea, TextField } from './text-field.tsx'
import { Switch } from './switch.tsx'

test('hint and error belong to their control', () => {
  render(<TextField label="Name" hint="As customers know you." error="Enter a name." />)

  const box = screen.getByRole('textbox', { name: 'Name' })
  expect(box).toBeInvalid()
  expect(box).toHaveAccessibleDescription('Enter a name. As customers know you.')
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a name.')
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

test('the counter sees what a form library writes into the element', () => {
  const ref = createRef<HTMLTextAreaElement>()
  const area = () => <TextArea label="Instructions" maxLength={20} ref={ref} />
  const { rerender } = render(area())

  ref.current!.value = 'From the api'
  rerender(area())

  expect(screen.getByText('12 / 20')).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('12 / 20')
})

test('choices carry their labels', async () => {
  render(
    <>
      <Checkbox label="Required" />
      <SelectField label="Type" defaultValue="text">
        <option value="text">Text</option>
        <option value="date">Date</option>
      </SelectField>
    </>,
  )

  await userEvent.click(screen.getByText('Required'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Date')

  expect(screen.getByRole('checkbox', { name: 'Required' })).toBeChecked()
  expect(screen.getByRole('combobox', { name: 'Type' })).toHaveValue('date')
})

test('what explains a choice is no part of its name', () => {
  render(
    <>
      <Checkbox label="Required" hint="The job waits for it." />
      <Switch label="Tell me" hint="By e-mail." />
    </>,
  )
  const box = screen.getByRole('checkbox', { name: 'Required' })
  expect(box).toHaveAccessibleDescription('The job waits for it.')
  const toggle = screen.getByRole('switch', { name: 'Tell me' })
  expect(toggle).toHaveAccessibleDescription('By e-mail.')
})
