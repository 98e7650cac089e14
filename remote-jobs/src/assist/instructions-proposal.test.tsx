import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { collectGarbage } from '../testing/collect-garbage.ts'
import { instructionsDone } from '../testing/drafts.ts'
import { box, press, proposal, proposed, write, written } from '../testing/instructions.ts'

test('instructions are written while one looks, compared, accepted, and taken back to the byte', async () => {
  const stream = await write()
  expect(stream.asked()).toMatchObject({
    prompt: 'Book haircuts',
    answers: { purpose: 'Book haircuts', tone: 'friendly' },
    current: { instructions: written },
    mode: 'create',
  })
  stream.send('delta', { path: '/instructions', text: 'Be kind and' })
  expect(await within(await proposal()).findByText('Be kind and')).toBeVisible()
  expect(box()).toHaveValue(written)

  stream.send('done', instructionsDone(proposed, [{ code: 'x', text: 'Is “quick” right?' }]))
  stream.end()
  const pane = within(await proposal())
  expect(await pane.findByText('Is “quick” right?')).toBeVisible()
  expect(pane.getByText('and quick', { exact: false, selector: 'ins' })).toBeVisible()
  await press('Accept all')

  expect(box()).toHaveValue(proposed)
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(box()).toHaveValue(written)
})

test('one change is accepted, the others wait', async () => {
  const stream = await write()
  stream.send('done', instructionsDone(proposed))
  await screen.findByRole('button', { name: 'Accept change 2' })
  await press('Accept change 2')

  expect(box()).toHaveValue('Be kind.\n\nAnswer in English.\n\nNever promise a price.')
  expect(await proposal()).toBeVisible()
  await press('Accept all')
  expect(box()).toHaveValue(proposed)
})

test('what is typed meanwhile stays, whatever is accepted', async () => {
  const stream = await write()
  await userEvent.type(box(), '\n\nClosed on Mondays.')
  stream.send('done', instructionsDone(proposed))
  await screen.findByRole('button', { name: 'Accept all' })
  await press('Accept all')

  expect(box()).toHaveValue(
    'Be kind and quick.\n\nAnswer in English.\n\nClosed on Mondays.\n\nNever promise a price.',
  )
})

test('Stop ends the writing in the very same moment, and what has come can be used', async () => {
  const stream = await write()
  stream.send('delta', { path: '/instructions', text: 'Be brief.' })
  await within(await proposal()).findByText('Be brief.')
  collectGarbage()
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(screen.queryByText('Writing…')).not.toBeInTheDocument()
  await waitFor(() => expect(stream.isAborted()).toBe(true))

  await press('Insert below')
  expect(box()).toHaveValue(`${written}\n\nBe brief.`)
})

test('answers are kept for the next time, and there are more questions', async () => {
  const stream = await write()
  stream.send('done', instructionsDone(proposed))
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
