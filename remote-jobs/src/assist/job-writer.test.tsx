import { server } from '@errand/shared-auth/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answerDraft, box } from '../testing/ai.ts'
import {
  aJob,
  aList,
  answerJob,
  answerList,
  name,
  openForm,
  press,
  renderRoute,
} from '../testing/jobs.ts'

const service = { key: 'service', label: 'Service', type: 'text', required: true, order: 0 }
const day = { key: 'day', label: 'Day', type: 'date', required: true, order: 1 }
const drafted = {
  name: 'Salon bookings',
  instructions: 'Take bookings.',
  guardrails: ['Never promise a price.'],
  greeting: 'Hello!',
  fields: [service, day],
}
const rows = () => screen.queryAllByRole('group', { name: /^Field / })
const prompt = () => screen.findByRole('textbox', { name: 'What should the assistant do for you?' })
const writing = () => screen.findByRole('region', { name: 'Writing the job' })
const undo = () => screen.findByRole('button', { name: 'Undo: writing the job' })

/** Opens the form of a new job and starts to write it from one of the examples. */
async function startWriting() {
  const stream = answerDraft('job')
  await openForm()
  await press('Bookings')
  await waitFor(() => expect(stream.asked()).toBeDefined())
  return stream
}

test('a sentence on the list page writes a job into its form, which can be undone', async () => {
  const stream = answerDraft('job')
  server.use(answerList(() => aList([])))
  renderRoute('/jobs')
  await userEvent.type(await prompt(), 'Bookings for my salon{Enter}')
  const line = await writing()
  await waitFor(() => expect(stream.asked()).toMatchObject({ prompt: 'Bookings for my salon' }))
  expect(within(line).getByText('Writing…')).toBeVisible()
  stream.done({ job: drafted })

  const undoButton = await undo()
  expect(within(line).getByRole('status')).toHaveTextContent('The job is in the form.')
  expect(name()).toHaveValue('Salon bookings')
  expect(box()).toHaveValue('Take bookings.')
  await press('Messages')
  expect(screen.getByRole('textbox', { name: 'Greeting' })).toHaveValue('Hello!')
  await press('Rules, tone and language')
  expect(screen.getByRole('textbox', { name: 'Rules it must follow' })).toHaveValue(
    'Never promise a price.',
  )
  expect(rows()).toHaveLength(2)
  await userEvent.type(box(), ' Be kind.')

  await userEvent.click(undoButton)
  expect(name()).toHaveValue('')
  expect(rows()).toHaveLength(0)
  expect(box()).toHaveValue('Take bookings. Be kind.')
  expect(line).not.toBeInTheDocument()
})

test('a part that the owner types during the writing stays, also after an undo', async () => {
  const stream = await startWriting()
  await userEvent.type(name(), 'My own name')
  stream.done({ job: drafted })

  await undo()
  expect(name()).toHaveValue('My own name')
  expect(box()).toHaveValue('Take bookings.')
  await userEvent.click(await undo())
  expect(name()).toHaveValue('My own name')
  expect(box()).toHaveValue('')
})

test('writing can be stopped and retried, and an undo restores the sentence', async () => {
  const stream = await startWriting()
  await press('Stop')
  await waitFor(() => expect(stream.isAborted()).toBe(true))
  expect(await writing()).toHaveFocus()
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()

  await press('Try again')
  await waitFor(() => expect(stream.isAborted()).toBe(false))
  stream.done({ job: { name: 'Whole', instructions: 'Take bookings.' } })
  await screen.findByText(/^Built-in: follows rules\./)
  expect(name()).toHaveValue('Whole')
  await userEvent.click(await undo())
  expect((await prompt()).textContent).toMatch(/^Take appointment bookings/)
})

test('a refused draft shows the reason and restores the sentence', async () => {
  const stream = await startWriting()
  stream.send('error', {
    type: 't',
    title: 'Refused',
    status: 422,
    code: 'ai_refused',
    traceId: 't',
  })
  stream.end()

  const line = await writing()
  expect(await within(line).findByText(/declined to write this/)).toBeVisible()
  expect(within(line).getByRole('button', { name: 'Try again' })).toBeEnabled()
  await press('Dismiss')
  expect(line).not.toBeInTheDocument()
  expect(await prompt()).toHaveDisplayValue(/^Take appointment bookings/)
})

test('existing parts stay, and only empty ones are written', async () => {
  await openForm()
  await userEvent.type(name(), 'My own name')
  await userEvent.type(box(), 'My own instructions.')
  cleanup()
  const stream = answerDraft('job')
  renderRoute({ pathname: '/jobs/new', hash: '', state: { prompt: 'Bookings for my salon' } })
  await screen.findByText('Your unsaved changes are back.')
  await writing()
  await waitFor(() => expect(stream.asked()).toBeDefined())
  stream.done({ job: drafted })

  const undoButton = await undo()
  expect(name()).toHaveValue('My own name')
  expect(box()).toHaveValue('My own instructions.')
  expect(rows()).toHaveLength(2)
  await userEvent.click(undoButton)
  expect(name()).toHaveValue('My own name')
  expect(rows()).toHaveLength(0)
})

test('a job with the owner’s fields does not become answer-only', async () => {
  const stream = await startWriting()
  await press('Add field')
  stream.done({ job: { ...drafted, fields: [], answerOnly: true } })

  await undo()
  expect(name()).toHaveValue('Salon bookings')
  expect(screen.getByRole('checkbox', { name: /^Only answer questions/ })).not.toBeChecked()
})

test('a part that the owner changed after the writing survives another try', async () => {
  const stream = await startWriting()
  stream.done({ job: drafted })
  await undo()
  await userEvent.type(box(), ' Be kind.')
  await press('Try again')
  await waitFor(() => expect(name()).toHaveValue(''))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull())
  stream.done({ job: { ...drafted, name: 'Salon', instructions: 'Take all bookings.' } })

  await waitFor(() => expect(name()).toHaveValue('Salon'))
  expect(box()).toHaveValue('Take bookings. Be kind.')
})

test('a copied job offers no sentence, because nothing in it is empty', async () => {
  server.use(answerJob(aJob({ name: 'Salon', id: 'job_s' })))
  renderRoute('/jobs/new?copy=job_s')
  await waitFor(() => expect(name()).toHaveValue('Salon (copy)'))
  expect(
    screen.queryByRole('textbox', { name: 'What should the assistant do for you?' }),
  ).not.toBeInTheDocument()
})
