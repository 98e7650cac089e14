import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answerJob } from '../testing/job-form.ts'
import { aJob } from '../testing/jobs.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { server } from '@errand/shared-auth/testing'

const field = (key: string, order: number) => ({
  id: `fld_${key}`,
  key,
  label: key.toUpperCase(),
  order,
  type: 'select' as const,
  required: true,
  options: ['one', 'two', 'three'].map((value) => ({ value, label: value })),
})
const job = aJob({
  name: 'Salon',
  id: 'job_r',
  fields: [field('a', 0), field('b', 1), field('c', 2)],
  trigger: { type: 'keyword', keywords: ['hair', 'nails'], match: 'contains' },
})

const press = async (name: string) => {
  screen.getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
}

async function open(): Promise<void> {
  server.use(answerJob(job))
  renderRoute('/jobs/job_r/edit')
  await screen.findByRole('textbox', { name: 'Name' })
}

test('after a field is removed the focus is on the one that takes its place, or the last', async () => {
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

test('after an option is removed the focus is on the next, or the one before, or on what adds one', async () => {
  await open()
  await press('Change A')
  const options = within(await screen.findByRole('group', { name: 'Options' }))
  await press('Remove option 1')
  expect(options.getByRole('textbox', { name: 'Option 1' })).toHaveFocus()
  expect(options.getByRole('textbox', { name: 'Option 1' })).toHaveValue('two')
  await press('Remove option 2')
  expect(options.getByRole('textbox', { name: 'Option 1' })).toHaveFocus()
  await press('Remove option 1')
  expect(options.getByRole('button', { name: 'Add option' })).toHaveFocus()
})

test('after a word is removed the focus is on the next, and then in the box', async () => {
  await open()
  await press('Remove hair')
  expect(screen.getByRole('button', { name: 'Remove nails' })).toHaveFocus()
  await press('Remove nails')
  expect(screen.getByRole('textbox', { name: 'Words' })).toHaveFocus()
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Enter of an input method adds no word and no option (%o)',
  async (composing) => {
    await open()
    const words = screen.getByRole('textbox', { name: 'Words' })
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

test('a word too long, or one too many, stays in the box with the reason', async () => {
  await open()
  const box = screen.getByRole('textbox', { name: 'Words' })
  await userEvent.click(box)
  await userEvent.paste(`${'x'.repeat(61)},beard`)
  expect(box).toHaveValue('x'.repeat(61))
  expect(box).toHaveAccessibleDescription(/At most 60 characters/)
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
