import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test } from 'vitest'

import { Button } from '../actions/button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Form } from './form-layout.tsx'
import { SearchField } from './search-field.tsx'
import { Switch } from './switch.tsx'
import { SelectField, TextArea, TextField } from './text-field.tsx'

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

test('a text that is too long stays, says by how much, and is not sent until it is shorter', async () => {
  const sent: unknown[] = []
  render(
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        sent.push(Object.fromEntries(new FormData(event.currentTarget)))
      }}
    >
      <TextField label="Name" name="name" maxLength={5} />
      <TextArea label="Instructions" name="instructions" maxLength={20} />
      <Button type="submit">Save</Button>
    </Form>,
  )
  const area = screen.getByRole('textbox', { name: 'Instructions' })
  await userEvent.click(area)
  await userEvent.paste('Greet everybody warmly')
  await userEvent.click(screen.getByRole('textbox', { name: 'Name' }))
  await userEvent.paste('Salon\u200B')

  expect(area).toHaveValue('Greet everybody warmly')
  expect(area).toBeInvalid()
  expect(area).toHaveAccessibleDescription('Too long by 2 characters. 22 / 20')
  expect(screen.getByRole('status')).toHaveTextContent('Too long by 2 characters.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual([])
  expect(area).toHaveFocus()

  await userEvent.type(area, '{Backspace}{Backspace}')
  expect(area).toBeValid()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual([{ name: 'Salon\u200B', instructions: 'Greet everybody warm' }])
})

test('a search that is too long says so', async () => {
  render(<SearchField label="Search jobs" maxLength={5} />)
  const box = screen.getByRole('searchbox', { name: 'Search jobs' })
  await userEvent.click(box)
  await userEvent.paste('barber')

  expect(box).toHaveValue('barber')
  expect(box).toHaveAccessibleDescription('Too long by 1 character.')
})
