import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answerDraft } from '../testing/ai.ts'
import { name, openForm, press } from '../testing/jobs.ts'

const service = {
  key: 'service',
  label: 'Service',
  type: 'select',
  required: true,
  order: 0,
  options: [
    { value: 'cut', label: 'Haircut' },
    { value: 'colour', label: 'Colour' },
  ],
}
const day = { key: 'day', label: 'Day', type: 'date', required: true, order: 1 }
const rows = () =>
  within(screen.getByRole('list', { name: 'Fields in order' })).queryAllByRole('listitem')

test('proposed fields are added one by one or all at once, with unique keys', async () => {
  const stream = answerDraft('fields')
  await openForm()
  expect(screen.getByRole('button', { name: 'Propose fields' })).toBeDisabled()
  await userEvent.type(name(), 'Salon')
  await press('Add field')
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'Day')
  await press('Propose fields')
  await waitFor(() =>
    expect(stream.asked()).toMatchObject({ current: { fields: [{ key: 'day' }] } }),
  )

  stream.done({ fields: [service, day], reasons: { day: 'When they come' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Add Service' }))
  expect(rows()).toHaveLength(2)
  expect(screen.getByText('When they come')).toBeVisible()
  await press('Add all')

  expect(rows()).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'Propose fields' })).toHaveFocus()
  await userEvent.click(
    within(rows()[2] as HTMLElement).getByRole('button', { name: 'Change Day' }),
  )
  expect(screen.getByRole('textbox', { name: 'Key' })).toHaveValue('day_2')
})

test('fields can be proposed beside an unfinished one, and again', async () => {
  const stream = answerDraft('fields')
  await openForm()
  await userEvent.type(name(), 'Salon')
  await press('Add field')
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'Size')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'One of a list')
  await press('Propose fields')
  await waitFor(() => expect(stream.asked()).toMatchObject({ current: { fields: [] } }))

  stream.done({ fields: [service, day], reasons: {} })
  await userEvent.click(await screen.findByRole('button', { name: 'Add Service' }))
  expect(screen.getByRole('button', { name: 'Add Day' })).toHaveFocus()
  await press('Propose fields')
  await waitFor(() =>
    expect(stream.asked()).toMatchObject({ current: { fields: [{ key: 'service' }] } }),
  )
  stream.done({ fields: [service], reasons: {} })
  expect(await screen.findByRole('button', { name: 'Add Service' })).toBeVisible()
})
