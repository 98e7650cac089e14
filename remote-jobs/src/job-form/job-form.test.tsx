import { server } from '@errand/shared-auth/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'

import {
  aJob,
  aList,
  answerChanges,
  answerJob,
  answerList,
  name,
  openForm,
  press,
  problem,
  renderRoute,
  save,
  saved,
} from '../testing/jobs.ts'

const field = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Field ${number}`) }))

async function addField(number: number, label: string): Promise<void> {
  await press('Add field')
  await userEvent.type(field(number).getByRole('textbox', { name: 'Label' }), label)
}

test('a new job with two fields is sent as entered, and its page opens', async () => {
  let sent: unknown
  const made = aJob({ name: 'Salon booking', id: 'job_new' })
  server.use(
    http.post('*/api/jobs', async ({ request }) => {
      sent = await request.json()
      expect(request.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
      return saved(made, 201)
    }),
    answerJob(made),
  )
  const router = await openForm()
  await userEvent.type(name(), 'Salon booking')
  await addField(1, 'Service')
  await userEvent.selectOptions(field(1).getByRole('combobox', { name: 'Type' }), 'One of a list')
  await userEvent.type(field(1).getByRole('textbox', { name: 'Option 1' }), 'Haircut')
  await userEvent.type(field(1).getByRole('textbox', { name: 'Option 2' }), 'Colour & cut')
  await addField(2, 'Date and time')
  await userEvent.click(field(2).getByRole('checkbox', { name: 'Required' }))
  await userEvent.click(field(2).getByText('Limits and conditions'))
  await userEvent.selectOptions(field(2).getByRole('combobox', { name: 'Ask only if' }), 'Service')
  await userEvent.selectOptions(field(2).getByRole('combobox', { name: 'is' }), 'is')
  await userEvent.selectOptions(field(2).getByRole('combobox', { name: 'Value' }), 'Haircut')

  await save()

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_new/edit'))
  await screen.findByText('Job saved')
  expect(sent).toMatchObject({
    name: 'Salon booking',
    fields: [
      {
        key: 'service',
        label: 'Service',
        type: 'select',
        required: true,
        order: 0,
        options: [
          { value: 'haircut', label: 'Haircut' },
          { value: 'colour_cut', label: 'Colour & cut' },
        ],
      },
      {
        key: 'date_and_time',
        label: 'Date and time',
        type: 'text',
        required: false,
        order: 1,
        condition: { fieldKey: 'service', op: 'eq', value: 'haircut' },
      },
    ],
  })
  expect(sent).not.toHaveProperty('fields.1.options')
})

test('missing values are marked before anything is sent', async () => {
  await openForm()
  await press('Add field')

  await save()

  expect(name()).toHaveAccessibleDescription('Give the job a name.')
  expect(name()).toHaveFocus()
  expect(field(1).getByRole('textbox', { name: 'Label' })).toBeInvalid()

  await userEvent.type(name(), 'Salon')
  await userEvent.click(field(1).getByRole('button', { name: /^Close/ }))
  await save()
  expect(field(1).getByRole('textbox', { name: 'Label' })).toHaveFocus()
})

test('keys follow labels until one is typed, and stay unique', async () => {
  await openForm()
  const key = (number: number) => field(number).getByRole('textbox', { name: 'Key' })
  await addField(1, 'Âge du client')
  expect(key(1)).toHaveValue('age_du_client')
  await addField(2, 'Âge du client')
  expect(key(2)).toHaveValue('age_du_client_2')
  await addField(3, 'नाम')
  expect(key(3)).toHaveValue('field')

  await userEvent.click(field(1).getByRole('button', { name: /^Change/ }))
  await userEvent.clear(key(1))
  await userEvent.type(key(1), 'age')
  await userEvent.type(field(1).getByRole('textbox', { name: 'Label' }), '!')

  expect(key(1)).toHaveValue('age')
})

test('an error of the api is shown beside its value', async () => {
  const errors = [{ pointer: '#/fields/0/key', code: 'frozen', detail: 'This key has answers.' }]
  server.use(http.post('*/api/jobs', () => problem(422, 'validation_failed', { errors })))
  await openForm()
  await userEvent.type(name(), 'Booking')
  await addField(1, 'Service')

  await save()

  await waitFor(() =>
    expect(field(1).getByRole('textbox', { name: 'Key' })).toHaveAccessibleDescription(
      /^This key has answers\./,
    ),
  )
  expect(name()).toHaveValue('Booking')
})

const mine = aJob({ name: 'Greeter', id: 'job_g', instructions: 'Be kind.' })

test('saving twice, or the same as elsewhere, is no conflict', async () => {
  const answered = Promise.withResolvers<undefined>()
  const changes = answerChanges(mine, async (sent, count) => {
    await answered.promise
    const job = { ...mine, ...sent, version: count + 3 }
    return count === 1 ? problem(412, 'version_conflict', { meta: { current: job } }) : job
  })
  await openForm('job_g')
  await userEvent.type(name(), ' of Goa')
  await userEvent.keyboard('{Control>}{s>3/}s{/Control}')
  await waitFor(() => expect(changes).toHaveLength(1))
  answered.resolve(undefined)

  await screen.findByText('Job saved')
  expect(changes.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"4"'])
  expect(screen.queryByRole('button', { name: 'Keep mine' })).not.toBeInTheDocument()
})

test('a job saved elsewhere can be loaded instead, and changed again', async () => {
  const theirs = { ...mine, name: 'Greeter of Pune', version: 4 }
  const changes = answerChanges(mine, (sent, count) =>
    count === 1
      ? problem(412, 'version_conflict', { meta: { current: theirs } })
      : { ...theirs, ...sent, version: count + 3 },
  )
  await openForm('job_g')
  await userEvent.type(name(), ' of Goa')
  await save()
  await screen.findByRole('button', { name: 'Load theirs' })
  await press('Load theirs')

  expect(name()).toHaveValue('Greeter of Pune')
  expect(screen.queryByRole('button', { name: 'Load theirs' })).not.toBeInTheDocument()

  await userEvent.type(name(), '!')
  await save()
  await screen.findByText('Job saved')
  await userEvent.type(name(), '!')
  // Ctrl+S on an Arabic keyboard layout.
  fireEvent.keyDown(name(), { key: 'س', code: 'KeyS', ctrlKey: true })
  await waitFor(() => expect(changes.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"4"', '"5"']))
})

test('a missing job shows a page with a link to all jobs', async () => {
  server.use(
    http.get('*/api/jobs/:id', () => problem(404, 'not_found')),
    answerList(() => aList([])),
  )
  renderRoute('/jobs/job_gone/edit')

  expect(
    await screen.findByRole('heading', { level: 1, name: 'This job does not exist' }),
  ).toBeVisible()
  expect(document.title).toBe('This job does not exist · Errand')
  await userEvent.click(screen.getByRole('link', { name: 'All jobs' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
})

test('a text that is too long is kept, and is saved once it is shorter', async () => {
  const job = aJob({ name: 'Salon', instructions: 'Be kind.' })
  const changes = answerChanges(job)
  await openForm(job.id)
  await press('Messages')
  const boxes = ['Instructions', 'Greeting', 'When it does not understand'].map((label) =>
    screen.getByRole('textbox', { name: label }),
  )
  const limits = [8000, 1000, 1000]
  for (const [at, box] of boxes.entries()) {
    await userEvent.clear(box)
    await userEvent.click(box)
    await userEvent.paste('a'.repeat((limits[at] ?? 0) + 3))
    expect(box).toHaveDisplayValue('a'.repeat((limits[at] ?? 0) + 3))
    expect(box).toHaveAccessibleDescription(/^Too long by 3 characters\./)
  }
  await save()
  expect(boxes[0]).toHaveFocus()
  await userEvent.keyboard('{Control>}s{/Control}')

  for (const box of boxes) await userEvent.type(box, '{Backspace}{Backspace}{Backspace}')
  await save()

  await screen.findByText('Job saved')
  const [long, short] = ['a'.repeat(8000), 'a'.repeat(1000)]
  expect(changes).toMatchObject([
    { instructions: long, greeting: short, notUnderstoodMessage: short },
  ])
})
