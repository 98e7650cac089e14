import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { aJob, answerChanges, openForm, save } from '../testing/jobs.ts'

const choice = (key: string, order: number) => ({
  id: `fld_${key}`,
  key,
  label: key.toUpperCase(),
  order,
  type: 'select' as const,
  required: true,
  options: ['one', 'two', 'three'].map((value) => ({ value, label: value.toUpperCase() })),
})
const job = aJob({
  name: 'Salon',
  id: 'job_r',
  fields: [choice('a', 0), choice('b', 1), { ...choice('c', 2), type: 'text' }],
  trigger: { type: 'keyword', keywords: ['hair', 'nails'], match: 'contains' },
})

const press = async (name: string) => {
  screen.getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
}

async function open() {
  const changes = answerChanges(job)
  await openForm('job_r')
  return changes
}

const field = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Field ${number}`) }))

test('a condition on a choice uses its options, and is reset with another field', async () => {
  const sent = await open()
  await press('Change A')
  // The value of a saved option stays: statistics are grouped by it.
  await userEvent.type(field(1).getByRole('textbox', { name: 'Option 1' }), '!')
  await press('Change C')
  await userEvent.click(field(3).getByText('Limits and conditions'))
  const choose = (box: string, chosen: string) =>
    userEvent.selectOptions(field(3).getByRole('combobox', { name: box }), chosen)
  await choose('Ask only if', 'A')
  await choose('is', 'is one of')
  await userEvent.click(field(3).getByRole('checkbox', { name: 'THREE' }))
  await userEvent.click(field(3).getByRole('checkbox', { name: 'ONE!' }))
  await save()
  await screen.findByText('Job saved')
  expect(sent[0]?.fields[0]?.options?.[0]).toEqual({ value: 'one', label: 'ONE!' })
  const condition = { fieldKey: 'a', op: 'in', value: ['one', 'three'] }
  expect(sent[0]?.fields[2]?.condition).toEqual(condition)

  await choose('Ask only if', 'B')
  expect(field(3).getByRole('checkbox', { name: 'ONE' })).not.toBeChecked()
  await userEvent.click(field(3).getByRole('checkbox', { name: 'TWO' }))
  await save()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.fields[2]?.condition).toEqual({ fieldKey: 'b', op: 'in', value: ['two'] })
})

test.each(['date', 'time', 'datetime'])(
  'a %s can accept past dates, and its default is not stored',
  async (type) => {
    const sent = await open()
    await press('Change C')
    const choose = (box: string, chosen: string) =>
      userEvent.selectOptions(field(3).getByRole('combobox', { name: box }), chosen)
    await choose('Type', type)
    await userEvent.click(field(3).getByText('Limits and conditions'))
    await choose('Dates the assistant accepts', 'Any date, also in the past')
    await save()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields[2]).toMatchObject({ type, validation: { dates: 'any' } })

    await choose('Dates the assistant accepts', 'While you are open')
    await save()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.fields[2]).not.toHaveProperty('validation')
  },
)

test('a list with an invalid entry is refused, and its box gets the focus', async () => {
  await open()
  await press('When complete')
  const box = screen.getByRole('textbox', { name: 'E-mail the answers to' })
  await userEvent.type(box, 'kitchen{Enter}')
  await save()
  await waitFor(() => expect(box).toHaveFocus())
  expect(box).toBeInvalid()
})

test('after removing a field the focus is on the next one, or on the last', async () => {
  await open()
  const remove = async (name: string) => {
    await press(`Actions for ${name}`)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  }
  await remove('A')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change B' })).toHaveFocus())
  await remove('C')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change B' })).toHaveFocus())
  await remove('B')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add field' })).toHaveFocus())
})

test('after removing an option the focus is on the next, the previous or the add button', async () => {
  await open()
  await press('Change A')
  const options = within(await screen.findByRole('group', { name: 'Options' }))
  await press('Remove option 1')
  expect(options.getByRole('textbox', { name: 'Option 1' })).toHaveFocus()
  expect(options.getByRole('textbox', { name: 'Option 1' })).toHaveValue('TWO')
  await press('Remove option 2')
  expect(options.getByRole('textbox', { name: 'Option 1' })).toHaveFocus()
  await press('Remove option 1')
  expect(options.getByRole('button', { name: 'Add option' })).toHaveFocus()
})

test('after removing a keyword the focus is on the next, and then in the box', async () => {
  await open()
  await press('Remove hair')
  expect(screen.getByRole('button', { name: 'Remove nails' })).toHaveFocus()
  await press('Remove nails')
  expect(screen.getByRole('textbox', { name: 'Keywords' })).toHaveFocus()
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Enter of an input method adds no keyword and no option (%o)',
  async (composing) => {
    await open()
    const words = screen.getByRole('textbox', { name: 'Keywords' })
    await userEvent.type(words, 'かみ')
    fireEvent.keyDown(words, { key: 'Enter', ...composing })
    expect(screen.queryByRole('button', { name: 'Remove かみ' })).toBeNull()

    await press('Change A')
    const options = within(await screen.findByRole('group', { name: 'Options' }))
    fireEvent.keyDown(options.getByRole('textbox', { name: 'Option 3' }), {
      key: 'Enter',
      ...composing,
    })
    expect(options.getAllByRole('textbox', { name: /^Option \d$/ })).toHaveLength(3)
  },
)

test('a keyword that is too long, or one too many, stays in the box with the reason', async () => {
  await open()
  const box = screen.getByRole('textbox', { name: 'Keywords' })
  await userEvent.click(box)
  await userEvent.paste(`${'x'.repeat(61)},beard`)
  expect(box).toHaveValue('x'.repeat(61))
  expect(box).toHaveAccessibleDescription(/Too long by 1 character/)
  expect(screen.getByRole('button', { name: 'Remove beard' })).toBeVisible()

  await userEvent.clear(box)
  await userEvent.paste(Array.from({ length: 18 }, (_, index) => `w${index}`).join(','))
  expect(box).toHaveValue('w17')
  expect(box).toHaveAccessibleDescription(/At most 20\./)
  await press('Remove hair')
  box.focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Remove w17' })).toBeVisible()
  expect(box).not.toBeInvalid()
})

test('a language that needs an AI model says so', async () => {
  await open()
  await press('Rules, tone and language')
  const language = screen.getByRole('combobox', { name: 'Language' })
  await userEvent.selectOptions(language, 'German')
  expect(screen.queryByText(/Needs a connected AI model/)).not.toBeInTheDocument()
  await userEvent.selectOptions(language, 'Tamil')
  expect(screen.getByText(/Needs a connected AI model/)).toBeVisible()
})
