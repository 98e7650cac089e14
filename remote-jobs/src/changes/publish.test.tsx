import type { Job } from '@errand/contract/jobs'
import type { Settings } from '@errand/contract/settings'
import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import {
  aJob,
  aList,
  answerChanges,
  answerJob,
  answerList,
  name,
  openForm,
  problem,
  saved,
} from '../testing/jobs.ts'

const live = {
  ...aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.', answerOnly: true }),
  status: 'active' as const,
  liveVersionId: 'ver_2',
  hasUnpublishedChanges: false,
  stats: { sessions30d: 9, completionRate30d: 0.5, openSessions: 3 },
}
const version = (number: number, isLive: boolean) => ({
  id: `ver_${number}`,
  number,
  author: 'owner',
  note: number === 1 ? 'The first' : '',
  publishedAt: '2026-11-01T10:00:00.000Z',
  isLive,
})

/** Serves the job, its versions, and changes of it. */
function answer(change: Parameters<typeof answerChanges>[1]) {
  const changes = answerChanges(live, change)
  server.use(
    http.get('*/api/jobs/job_s', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('version')
      const job = asked === '1' ? { ...live, instructions: 'Be formal.' } : live
      return HttpResponse.json({ job, versions: [version(2, true), version(1, false)] })
    }),
  )
  return changes
}
const press = async (label: string) =>
  userEvent.click(await screen.findByRole('button', { name: label }))
const dialog = async () => within(await screen.findByRole('dialog', { name: /^Publish/ }))

/** Publishes a new job; the test decides how the api answers after the job is created. */
async function publishNew(change: Parameters<typeof answerChanges>[1]) {
  const made = aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.', answerOnly: true })
  const changes = answerChanges(made, change)
  server.use(http.post('*/api/jobs', () => saved(made, 201)))
  const router = await openForm()
  await userEvent.type(name(), 'Salon')
  await userEvent.type(screen.getByRole('textbox', { name: 'Instructions' }), 'Be kind.')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only answer questions' }))
  await press('Publish')
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_s/edit'))
  return changes
}

/** Makes the owner's number be in this state. */
function setNumber(part: Partial<Settings['whatsapp']>) {
  const whatsapp = { ...owner.settings.whatsapp, ...part }
  const settings = { ...owner.settings, whatsapp }
  queryClient.setQueryData(profileQuery().queryKey, { ...owner, settings })
}

test('a new job is published at once, with a notice that no number is connected', async () => {
  setNumber({ status: 'not_connected', chatLink: 'https://wa.me/919876543210' })
  const changes = await publishNew((body) => {
    const published = { ...live, ...body, version: 2 }
    server.use(answerJob(published))
    return published
  })

  await screen.findByText('Salon is active')
  expect(changes).toMatchObject([{ action: 'publish' }])
  const text = 'No number is connected, so customers cannot reach it yet.'
  const notice = (await screen.findByText(text)).closest<HTMLElement>('[role=status]')
  if (notice === null) throw new Error('Nobody is told')
  const link = (label: string) => within(notice).getByRole('link', { name: label })
  expect(link('Connect WhatsApp')).toHaveAttribute('href', '/settings#whatsapp')
  expect(link('Write as a customer')).toHaveAttribute('href', 'https://wa.me/919876543210')
})

test('a job with a connected number shows no notice', async () => {
  setNumber({ status: 'connected' })
  answer((body) => ({ ...live, ...body }))
  await openForm('job_s')
  expect(screen.queryByText(/^No number is connected/)).not.toBeInTheDocument()
})

test('a disconnected number shows a notice, and a connecting one does not', async () => {
  setNumber({ status: 'disconnected', chatLink: 'https://wa.me/919876543210' })
  answer((body) => ({ ...live, ...body }))
  await openForm('job_s')
  const text = 'Your number is disconnected, so customers get no answer.'
  expect(await screen.findByText(text)).toBeVisible()
  const link = screen.getByRole('link', { name: 'Connect WhatsApp' })
  expect(link).toHaveAttribute('href', '/settings#whatsapp')
  expect(screen.queryByRole('link', { name: 'Write as a customer' })).not.toBeInTheDocument()

  setNumber({ status: 'connecting' })
  await waitFor(() => expect(link).not.toBeInTheDocument())
})

test('publishing a saved draft asks only about the job it replaces', async () => {
  const changes = answerChanges(
    aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.', answerOnly: true }),
    (body, count) =>
      count === 1
        ? problem(409, 'conflict', { meta: { activeDefault: { id: 'job_o', name: 'Orders' } } })
        : { ...live, ...body, version: 2 },
  )
  await openForm('job_s')
  await press('Publish')
  const question = await dialog()
  expect(question.getByText('“Orders” answers every new chat now')).toBeVisible()
  expect(question.queryByRole('textbox')).not.toBeInTheDocument()
  await userEvent.click(question.getByRole('button', { name: 'Swap and publish' }))

  await screen.findByText('Salon is active')
  expect(changes).toMatchObject([{ action: 'publish' }, { replaceDefault: true }])
})

test('publishing shows the changes and who is affected, and takes a note', async () => {
  const bodies = answer((body) => ({ ...live, ...body, version: 2 }))
  await openForm('job_s')
  const box = screen.getByRole('textbox', { name: 'Instructions' })
  expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled()
  expect(screen.getByText(/^Changes are for new chats/)).toBeVisible()
  await userEvent.type(box, ' Be brief.')
  await press('Publish')

  const question = await dialog()
  const unchanged = /3 chats that have started go on with the job as it was/
  expect(question.getByText(unchanged)).toBeVisible()
  expect(await question.findByText(/Be brief/, { selector: 'ins' })).toBeVisible()
  await userEvent.type(
    question.getByRole('textbox', { name: 'What changed? (optional)' }),
    'Shorter',
  )
  await userEvent.click(question.getByRole('button', { name: 'Publish' }))

  await screen.findByText('Salon is active')
  expect(bodies).toMatchObject([
    { action: 'publish', note: 'Shorter', instructions: 'Be kind. Be brief.' },
  ])
  expect(screen.queryByRole('dialog', { name: /^Publish/ })).not.toBeInTheDocument()
})

test('problems are shown before publishing, and nothing is sent', async () => {
  await openForm()
  await userEvent.type(name(), 'Salon')
  await press('Publish')

  const question = await dialog()
  expect(question.getByText('Say what the assistant should do.')).toBeVisible()
  expect(question.getByText(/Add a field, or/)).toBeVisible()
  expect(question.getByRole('button', { name: 'Publish' })).toBeDisabled()
  expect(question.queryByRole('textbox')).not.toBeInTheDocument()
})

test('a new job in conflict with another is saved and asks to swap', async () => {
  const changes = await publishNew(({ replaceDefault }) =>
    replaceDefault === true
      ? { ...live, version: 2 }
      : problem(409, 'conflict', { meta: { activeDefault: { id: 'job_o', name: 'Orders' } } }),
  )
  const question = await dialog()
  expect(question.getByText('“Orders” answers every new chat now')).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Swap and publish' }))
  await screen.findByText('Salon is active')
  const publish = { action: 'publish' }
  expect(changes).toMatchObject([publish, { ...publish, replaceDefault: true }])
})

test('an error while publishing a new job is shown on its own page', async () => {
  const errors = [{ pointer: '#/instructions', code: 'secret', detail: 'Never ask for a PIN.' }]
  await publishNew(() => problem(422, 'validation_failed', { errors }))
  await screen.findByRole('button', { name: 'Versions' })
  expect(screen.queryByRole('dialog', { name: /^Publish/ })).not.toBeInTheDocument()
  const box = screen.getByRole('textbox', { name: 'Instructions' })
  await waitFor(() => expect(box).toHaveAccessibleDescription(/Never ask for a PIN/))
})

test('publishing over a newer copy shows the conflict, and "Keep mine" repeats it', async () => {
  const theirs = { ...live, name: 'Salon of Pune', version: 4 }
  const bodies = answer((body) =>
    bodies.length === 1
      ? problem(412, 'version_conflict', { meta: { current: theirs } })
      : { ...live, ...body, version: 5 },
  )
  await openForm('job_s')
  await userEvent.type(name(), '!')
  await press('Publish')
  const question = await dialog()
  await userEvent.type(
    question.getByRole('textbox', { name: 'What changed? (optional)' }),
    'Louder',
  )
  await userEvent.click(question.getByRole('button', { name: 'Publish' }))

  const notice = await screen.findByRole('alert')
  expect(within(notice).getByRole('cell', { name: 'Salon of Pune' })).toBeVisible()
  expect(notice).toHaveFocus()
  expect(screen.queryByRole('dialog', { name: /^Publish/ })).not.toBeInTheDocument()
  await press('Keep mine')

  await screen.findByText('Salon! is active')
  const published = { action: 'publish', note: 'Louder', name: 'Salon!' }
  expect(bodies).toMatchObject([
    { ...published, ifMatch: '"1"' },
    { ...published, ifMatch: '"4"' },
  ])
})

test('an earlier version can be compared and restored', async () => {
  const bodies = answer(() => ({ ...live, instructions: 'Be formal.', version: 3 }))
  await openForm('job_s')
  await press('Versions')
  expect(await screen.findByText('The first')).toBeVisible()
  await press('Compare version 1 with the form')

  expect(await screen.findByText('formal', { exact: false, selector: 'del' })).toBeVisible()
  await press('Go back to version 1')
  await screen.findByText('Version 1 is live again')
  expect(bodies).toEqual([{ action: 'rollback', toVersion: 1, ifMatch: '"1"' }])
  expect(screen.getByRole('textbox', { name: 'Instructions' })).toHaveValue('Be formal.')
})

test('a job can be saved after pausing it, without a conflict', async () => {
  let now: Job = live
  const changes = answer(({ action }) => {
    now = { ...now, version: now.version + 1, status: action === 'pause' ? 'paused' : now.status }
    return now
  })
  server.use(http.get('*/api/jobs/job_s', () => HttpResponse.json({ job: now, versions: [] })))
  await openForm('job_s')
  await press('Pause')
  expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible()
  await userEvent.type(name(), '!')
  await press('Save')

  await screen.findByText('Job saved')
  expect(changes.map(({ ifMatch }) => ifMatch)).toEqual([null, '"2"'])
})

test('leaving with unsaved changes asks first', async () => {
  answer(() => ({ ...live, name: 'Salon!', version: 2 }))
  server.use(answerList(() => aList([])))
  const router = await openForm('job_s')
  await userEvent.type(name(), '!')
  await userEvent.click(screen.getByRole('link', { name: 'All jobs' }))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(question.getByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/jobs/job_s/edit')

  await userEvent.click(screen.getByRole('link', { name: 'All jobs' }))
  await press('Save and leave')
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs'))
})
