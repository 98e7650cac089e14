import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { box, collectGarbage, proposal, proposed, write, written } from '../testing/ai.ts'
import { press } from '../testing/jobs.ts'

const undo = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Undo: the proposal' }))

test('proposed instructions are compared, used and undone to the exact original', async () => {
  const odd = '  Two  spaces, a\ttab \n\n\n\nनमस्ते 👩🏽‍🦰\u200f مرحبا e\u0301 \n'
  const first = await write()
  expect(first.asked()).toMatchObject({
    prompt: 'Book haircuts',
    answers: { purpose: 'Book haircuts', tone: 'friendly' },
    current: { instructions: written },
    mode: 'create',
  })
  expect(within(await proposal()).getByRole('status')).toHaveTextContent('Writing…')
  expect(box()).toHaveValue(written)
  await press('Stop')
  await userEvent.clear(box())
  await userEvent.click(box())
  await userEvent.paste(odd)
  await press('Try again')
  await waitFor(() => expect(first.asked()).toMatchObject({ current: { instructions: odd } }))

  const warnings = [{ code: 'x', text: 'Is “quick” right?' }]
  first.done({ instructions: proposed, warnings })
  const pane = within(await proposal())
  expect(await pane.findByText('Is “quick” right?')).toBeVisible()
  expect(pane.getByRole('status')).toHaveTextContent('The proposal is ready.')
  expect(pane.getByText('quick', { exact: false, selector: 'ins' })).toBeVisible()
  expect(pane.getByText(/^Built-in: follows rules\. Connect an AI model/)).toBeVisible()
  expect(pane.queryByText(/cost/)).not.toBeInTheDocument()
  await press('Use everything')
  expect(box()).toHaveValue(proposed)
  await undo()
  expect(box()).toHaveValue(odd)
})

test('text typed during the writing is not replaced, and text typed later is not undone', async () => {
  const stream = await write()
  await userEvent.type(box(), '\n\nClosed on Mondays.')
  stream.done({ instructions: proposed, warnings: [] })
  expect(await screen.findByText(/^You edited this in the meantime/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Use everything' })).toBeNull()

  await press('Insert below')
  const both = `${written}\n\nClosed on Mondays.\n\n${proposed}`
  expect(box()).toHaveValue(both)
  await userEvent.type(box(), '!')
  await undo()
  expect(box()).toHaveValue(`${both}!`)
})

test('Stop ends the writing at once', async () => {
  const stream = await write()
  expect(screen.getByRole('button', { name: 'Write for me' })).toHaveAttribute('aria-busy', 'true')
  // Until the page reads the answer.
  stream.send('delta', { path: '/instructions', text: 'Be brief.' })
  await new Promise((resolve) => setTimeout(resolve))
  collectGarbage()
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(screen.queryByText('Writing…')).not.toBeInTheDocument()
  await waitFor(() => expect(stream.isAborted()).toBe(true))
  expect(within(await proposal()).getByRole('status')).toHaveTextContent('You stopped it.')
})

test('the focus moves on when a pressed button disappears', async () => {
  const stream = await write()
  await press('Stop')
  expect(await proposal()).toHaveFocus()
  await press('Try again')
  expect(await proposal()).toHaveFocus()

  stream.done({ instructions: proposed, warnings: [] })
  await screen.findByRole('button', { name: 'Use everything' })
  await press('Use everything')
  expect(box()).toHaveFocus()
  await undo()
  await waitFor(() => expect(box()).toHaveFocus())
})

test('answers are kept for the next time, and more questions can be opened', async () => {
  const stream = await write()
  stream.done({ instructions: proposed, warnings: [] })
  await screen.findByRole('button', { name: 'Dismiss' })
  await press('Dismiss')
  expect(box()).toHaveValue(written)

  await press('Write for me')
  const dialog = within(screen.getByRole('dialog', { name: 'Write for me' }))
  expect(dialog.getByRole('textbox', { name: 'What should the assistant achieve?' })).toHaveValue(
    'Book haircuts',
  )
  await userEvent.click(dialog.getByText('More'))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Your business' }), 'Asha Salon')
  await userEvent.click(dialog.getByRole('radio', { name: 'Shorten' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Write' }))

  await waitFor(() =>
    expect(stream.asked()).toMatchObject({
      mode: 'shorten',
      answers: { businessName: 'Asha Salon' },
    }),
  )
})

test('without a model the page shows how to connect one, and the cost of a draft', async () => {
  const stream = await write()
  stream.done({
    instructions: proposed,
    warnings: [],
    cost: { amountMinor: 1250, currency: 'INR' },
  })
  const pane = within(await proposal())

  expect(await pane.findByText('This draft cost ₹12.50.')).toBeVisible()
  await userEvent.click(pane.getByRole('button', { name: 'How?' }))
  const how = within(pane.getByRole('dialog', { name: 'Connect an AI model' }))
  for (const name of ['AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY']) how.getByText(name)
  expect(how.getByText(/http:\/\/localhost:11434\/v1 .* npm start/s)).toBeVisible()
})
