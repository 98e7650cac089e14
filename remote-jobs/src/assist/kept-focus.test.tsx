import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answerDraft, fieldsDone, instructionsDone, jobDone } from '../testing/drafts.ts'
import { box, press, proposal, proposed, write } from '../testing/instructions.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { server } from '../testing/server.ts'

const button = (name: string) => screen.getByRole('button', { name })

test('who has instructions written keeps the focus, whatever goes by a press', async () => {
  const stream = await write()
  const writer = button('Write for me')
  expect(writer).toHaveAttribute('aria-busy', 'true')
  stream.send('delta', { path: '/instructions', text: 'Be' })
  await screen.findByText('Be')
  await press('Stop')
  expect(await proposal()).toHaveFocus()
  await press('Try again')
  expect(writer).toHaveFocus()

  stream.send('done', instructionsDone(proposed))
  await screen.findByRole('button', { name: 'Accept all' })
  await press('Accept all')
  expect(box()).toHaveFocus()
  await press('Undo')
  expect(button('Save')).toHaveFocus()
})

test('who takes proposed fields over goes on at the next, and at last where they came from', async () => {
  const { handler, stream } = answerDraft('fields')
  server.use(handler)
  renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Salon')
  await press('Propose fields')
  expect(button('Propose fields')).toHaveFocus()
  await waitFor(() => expect(stream.asked()).toBeDefined())
  const field = (label: string, order: number) => {
    const key = label.toLowerCase()
    return { key, label, type: 'text', required: true, order }
  }
  stream.send('done', fieldsDone(['Day', 'Time', 'Place'].map(field)))

  await screen.findByRole('button', { name: 'Add all' })
  await press('Add Time')
  expect(button('Add Place')).toHaveFocus()
  await press('Add Place')
  expect(button('Add Day')).toHaveFocus()
  await press('Add Day')
  expect(button('Propose fields')).toHaveFocus()
})

test('who takes a part of a proposed job goes on among the others, and then in the form', async () => {
  const { handler, stream } = answerDraft('job')
  server.use(handler)
  renderRoute('/jobs/new')
  const prompt = await screen.findByRole('textbox', { name: /What should the assistant do/ })
  await userEvent.type(prompt, 'Book haircuts')
  await userEvent.click(button('Write the job'))
  await waitFor(() => expect(stream.asked()).toBeDefined())
  stream.send('done', jobDone({ name: 'Salon', greeting: 'Welcome.' }))
  const pane = within(await screen.findByRole('region', { name: 'Proposal for the whole job' }))

  await userEvent.click(await pane.findByRole('button', { name: 'Use: Greeting' }))
  expect(screen.getByRole('region', { name: 'Proposal for the whole job' })).toHaveFocus()
  await press('Use it all')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})
