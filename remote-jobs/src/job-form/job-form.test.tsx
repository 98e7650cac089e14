import type { Job } from '@errand/contract/jobs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { answerJob, name, problem, save } from '../testing/job-form.ts'
import { aJob, aList } from '../testing/jobs.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { server } from '@errand/shared-auth/testing'

const field = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Field ${number}`) }))

async function addField(number: number, label: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Add field' }))
  await userEvent.type(field(number).getByRole('textbox', { name: 'Label' }), label)
}

test('a new job with two fields is sent as written, and its page opens', async () => {
  let sent: unknown
  const saved = aJob({ name: 'Salon booking', id: 'job_new' })
  server.use(
    http.post('*/api/jobs', async ({ request }) => {
      sent = await request.json()
      expect(request.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
      return HttpResponse.json({ success: true, job: saved }, { status: 201 })
    }),
    answerJob(saved),
  )
  const router = renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Salon booking')
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

test('what is missing is said beside it, before anything is sent', async () => {
  renderRoute('/jobs/new')
  await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.click(screen.getByRole('button', { name: 'Add field' }))

  await save()

  expect(name()).toHaveAccessibleDescription('Give the job a name.')
  expect(name()).toHaveFocus()
  expect(field(1).getByRole('textbox', { name: 'Label' })).toBeInvalid()

  await userEvent.type(name(), 'Salon')
  await userEvent.click(field(1).getByRole('button', { name: /^Close/ }))
  await save()
  expect(field(1).getByRole('textbox', { name: 'Label' })).toHaveFocus()
})

test('keys follow labels until somebody writes one, and never meet', async () => {
  renderRoute('/jobs/new')
  await screen.findByRole('textbox', { name: 'Name' })
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

test('what the api refuses lands beside the value it refused', async () => {
  const errors = [{ pointer: '#/fields/0/key', code: 'frozen', detail: 'This key has answers.' }]
  server.use(http.post('*/api/jobs', () => problem(422, 'validation_failed', { errors })))
  renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Booking')
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
const theirs = { ...mine, name: 'Greeter of Pune', version: 4 }

function refuseOnce(): (string | null)[] {
  const versions: (string | null)[] = []
  server.use(
    answerJob(mine),
    http.put('*/api/jobs/job_g', async ({ request }) => {
      versions.push(request.headers.get('if-match'))
      if (versions.length === 1)
        return problem(412, 'version_conflict', { meta: { current: theirs } })
      const content = (await request.json()) as Job
      return HttpResponse.json({
        success: true,
        job: { ...theirs, ...content, version: versions.length + 3 },
      })
    }),
  )
  return versions
}

test('a job saved elsewhere is shown beside mine; mine can be kept', async () => {
  const versions = refuseOnce()
  renderRoute('/jobs/job_g/edit')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' of Goa')
  await save()

  const row = within(await screen.findByRole('row', { name: /^Name/ }))
  expect(row.getByRole('cell', { name: 'Greeter of Pune' })).toBeVisible()
  expect(row.getByRole('cell', { name: 'Greeter of Goa' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))

  await screen.findByText('Job saved')
  expect(versions).toEqual(['"1"', '"4"'])
  expect(name()).toHaveValue('Greeter of Goa')
})

test('to save twice at once, or the same as elsewhere, is no conflict', async () => {
  const answered = Promise.withResolvers<undefined>()
  const versions: (string | null)[] = []
  server.use(
    answerJob(mine),
    http.put('*/api/jobs/job_g', async ({ request }) => {
      versions.push(request.headers.get('if-match'))
      await answered.promise
      const job = { ...mine, ...((await request.json()) as Job), version: versions.length + 3 }
      return versions.length === 1
        ? problem(412, 'version_conflict', { meta: { current: job } })
        : HttpResponse.json({ success: true, job })
    }),
  )
  renderRoute('/jobs/job_g/edit')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' of Goa')
  await userEvent.keyboard('{Control>}{s>3/}s{/Control}')
  await waitFor(() => expect(versions).toHaveLength(1))
  answered.resolve(undefined)

  await screen.findByText('Job saved')
  expect(versions).toEqual(['"1"', '"4"'])
  expect(screen.queryByRole('button', { name: 'Keep mine' })).not.toBeInTheDocument()
})

test('a job saved elsewhere can be taken instead, and changed again', async () => {
  const versions = refuseOnce()
  renderRoute('/jobs/job_g/edit')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' of Goa')
  await save()

  await userEvent.click(await screen.findByRole('button', { name: 'Load theirs' }))

  expect(name()).toHaveValue('Greeter of Pune')
  expect(screen.queryByRole('button', { name: 'Load theirs' })).not.toBeInTheDocument()

  await userEvent.type(name(), '!')
  await save()
  await screen.findByText('Job saved')
  expect(versions).toEqual(['"1"', '"4"'])
  await userEvent.type(name(), '!')
  await save()
  await waitFor(() => expect(versions).toEqual(['"1"', '"4"', '"5"']))
})

test('what the form does not show survives a save', async () => {
  const full = aJob({
    name: 'Full',
    id: 'job_f',
    fields: [
      {
        id: 'fld_1',
        key: 'age',
        label: 'Age',
        order: 0,
        type: 'integer',
        required: true,
        sensitive: true,
        help: 'In years',
        validation: { min: 18 },
      },
      {
        id: 'fld_2',
        key: 'service',
        label: 'Service',
        order: 1,
        type: 'select',
        required: true,
        options: [
          { value: 'cut', label: 'Haircut', synonyms: ['trim'] },
          { value: 'color', label: 'Colour' },
        ],
      },
    ],
  })
  let sent: unknown
  server.use(
    answerJob(full),
    http.put('*/api/jobs/job_f', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ success: true, job: { ...full, version: 2 } })
    }),
  )
  renderRoute('/jobs/job_f/edit')
  await userEvent.click(await screen.findByRole('button', { name: 'Change Service' }))
  const option = screen.getByRole('textbox', { name: 'Option 2' })
  await userEvent.type(option, ' and shine')
  // The key of S on an Arabic layout.
  fireEvent.keyDown(option, { key: 'س', code: 'KeyS', ctrlKey: true })

  await screen.findByText('Job saved')
  const [age, service] = full.fields
  const options = [service?.options?.[0], { value: 'color', label: 'Colour and shine' }]
  expect(sent).toMatchObject({ fields: [age, { ...service, options }] })
})

test('a job that is gone is told as such, with the way to the others', async () => {
  server.use(
    http.get('*/api/jobs/:id', () => problem(404, 'not_found', {})),
    http.get('*/api/jobs', () => HttpResponse.json(aList([]))),
  )
  renderRoute('/jobs/job_gone/edit')

  expect(await screen.findByRole('heading', { name: 'This job does not exist' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'All jobs' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
})
