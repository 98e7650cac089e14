import type { Job } from '@errand/contract/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { name, problem } from '../testing/job-form.ts'
import { aJob } from '../testing/jobs.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { server } from '@errand/shared-auth/testing'

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

/** Answers the job, its versions, and what is done with it. */
function answer(
  change: (body: Record<string, unknown>) => Response | Job,
): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = []
  server.use(
    http.get('*/api/jobs/job_s', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('version')
      const job = asked === '1' ? { ...live, instructions: 'Be formal.' } : live
      return HttpResponse.json({ job, versions: [version(2, true), version(1, false)] })
    }),
    http.put('*/api/jobs/job_s', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      bodies.push(body)
      const answered = change(body)
      return answered instanceof Response
        ? answered
        : HttpResponse.json({ success: true, job: answered })
    }),
  )
  return bodies
}
const press = async (label: string) =>
  userEvent.click(await screen.findByRole('button', { name: label }))
const dialog = async () => within(await screen.findByRole('dialog', { name: /^Publish/ }))

test('publishing shows what changes and for whom, and says what is new', async () => {
  const bodies = answer((body) => ({ ...live, ...body, version: 2 }))
  renderRoute('/jobs/job_s/edit')
  const box = await screen.findByRole('textbox', { name: 'Instructions' })
  expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await userEvent.type(box, ' Be brief.')
  await press('Publish')

  const question = await dialog()
  expect(question.getByText(/3 chats are going on/)).toBeVisible()
  expect(await question.findByText(/Be brief/, { selector: 'ins' })).toBeVisible()
  await userEvent.type(question.getByRole('textbox', { name: 'What is new?' }), 'Shorter')
  await userEvent.click(question.getByRole('button', { name: 'Publish' }))

  await screen.findByText('Salon is active')
  expect(bodies).toMatchObject([
    { action: 'publish', note: 'Shorter', instructions: 'Be kind. Be brief.' },
  ])
  expect(screen.queryByRole('dialog', { name: /^Publish/ })).not.toBeInTheDocument()
})

test('what stands against publishing is said before anything is sent', async () => {
  renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Salon')
  await press('Publish')

  const question = await dialog()
  expect(question.getByText('Say what the assistant should do.')).toBeVisible()
  expect(question.getByText(/Add a field to collect/)).toBeVisible()
  expect(question.getByRole('button', { name: 'Publish' })).toBeDisabled()
})

test('a new job that cannot be published because of another is there, and asks to swap', async () => {
  const made = aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.', answerOnly: true })
  const bodies: unknown[] = []
  server.use(
    http.post('*/api/jobs', () => HttpResponse.json({ success: true, job: made }, { status: 201 })),
    http.get('*/api/jobs/job_s', () => HttpResponse.json({ job: made, versions: [] })),
    http.put('*/api/jobs/job_s', async ({ request }) => {
      const body = (await request.json()) as { replaceDefault?: boolean }
      bodies.push(body)
      return body.replaceDefault === true
        ? HttpResponse.json({ success: true, job: { ...live, version: 2 } })
        : problem(409, 'conflict', { meta: { activeDefault: { id: 'job_o', name: 'Orders' } } })
    }),
  )
  const router = renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Salon')
  await userEvent.type(screen.getByRole('textbox', { name: 'Instructions' }), 'Be kind.')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only answer questions' }))
  await press('Publish')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Publish' }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_s/edit'))
  const question = await dialog()
  expect(question.getByText('“Orders” answers every new chat now')).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Swap and publish' }))
  await screen.findByText('Salon is active')
  expect(bodies).toMatchObject([{ action: 'publish' }, { action: 'publish', replaceDefault: true }])
})

test('a publication over a copy from elsewhere is told in the form, and repeated for mine', async () => {
  const theirs = { ...live, name: 'Salon of Pune', version: 4 }
  const bodies = answer((body) =>
    bodies.length === 1
      ? problem(412, 'version_conflict', { meta: { current: theirs } })
      : { ...live, ...body, version: 5 },
  )
  renderRoute('/jobs/job_s/edit')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
  await press('Publish')
  const question = await dialog()
  await userEvent.type(question.getByRole('textbox', { name: 'What is new?' }), 'Louder')
  await userEvent.click(question.getByRole('button', { name: 'Publish' }))

  const notice = await screen.findByRole('alert')
  expect(within(notice).getByRole('cell', { name: 'Salon of Pune' })).toBeVisible()
  expect(notice).toHaveFocus()
  expect(screen.queryByRole('dialog', { name: /^Publish/ })).not.toBeInTheDocument()
  await press('Keep mine')

  await screen.findByText('Salon! is active')
  const published = { action: 'publish', note: 'Louder', name: 'Salon!' }
  expect(bodies).toMatchObject([published, published])
})

test('what is refused of a new job at its publication is told on the page it has by then', async () => {
  const made = aJob({ name: 'Salon', id: 'job_s', instructions: 'Be kind.', answerOnly: true })
  const errors = [{ pointer: '#/instructions', code: 'secret', detail: 'Never ask for a PIN.' }]
  server.use(
    http.post('*/api/jobs', () => HttpResponse.json({ success: true, job: made }, { status: 201 })),
    http.get('*/api/jobs/job_s', () => HttpResponse.json({ job: made, versions: [] })),
    http.put('*/api/jobs/job_s', () => problem(422, 'validation_failed', { errors })),
  )
  const router = renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Salon')
  await userEvent.type(screen.getByRole('textbox', { name: 'Instructions' }), 'Be kind.')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only answer questions' }))
  await press('Publish')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Publish' }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_s/edit'))
  await screen.findByRole('button', { name: 'Versions' })
  expect(screen.queryByRole('dialog', { name: /^Publish/ })).not.toBeInTheDocument()
  const box = screen.getByRole('textbox', { name: 'Instructions' })
  await waitFor(() => expect(box).toHaveAccessibleDescription(/Never ask for a PIN/))
})

test('an earlier version is compared with the form, and comes back', async () => {
  const bodies = answer(() => ({ ...live, instructions: 'Be formal.', version: 3 }))
  renderRoute('/jobs/job_s/edit')
  await screen.findByRole('textbox', { name: 'Name' })
  await press('Versions')
  expect(await screen.findByText('The first')).toBeVisible()
  await press('Compare version 1 with the form')

  expect(await screen.findByText('formal', { exact: false, selector: 'del' })).toBeVisible()
  await press('Go back to version 1')
  await screen.findByText('Version 1 is live again')
  expect(bodies).toEqual([{ action: 'rollback', toVersion: 1 }])
  expect(screen.getByRole('textbox', { name: 'Instructions' })).toHaveValue('Be formal.')
})

test('a job is paused, and saved afterwards without a conflict with that', async () => {
  const versions: (string | null)[] = []
  let now = live as Job
  answer(() => live)
  server.use(
    http.get('*/api/jobs/job_s', () => HttpResponse.json({ job: now, versions: [] })),
    http.put('*/api/jobs/job_s', async ({ request }) => {
      versions.push(request.headers.get('if-match'))
      const { action } = (await request.json()) as { action: string }
      now = { ...now, version: now.version + 1, status: action === 'pause' ? 'paused' : now.status }
      return HttpResponse.json({ success: true, job: now })
    }),
  )
  renderRoute('/jobs/job_s/edit')
  await screen.findByRole('textbox', { name: 'Name' })
  await press('Pause')
  expect(await screen.findByRole('button', { name: 'Switch on' })).toBeVisible()
  await userEvent.type(name(), '!')
  await press('Save')

  await screen.findByText('Job saved')
  expect(versions).toEqual([null, '"2"'])
})

test('a page with unsaved changes is not left by mistake', async () => {
  answer(() => ({ ...live, name: 'Salon!', version: 2 }))
  server.use(
    http.get('*/api/jobs', () =>
      HttpResponse.json({
        items: [],
        nextCursor: null,
        totals: { draft: 0, active: 0, paused: 0, archived: 0 },
      }),
    ),
  )
  const router = renderRoute('/jobs/job_s/edit')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
  await userEvent.click(screen.getByRole('link', { name: 'All jobs' }))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(question.getByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/jobs/job_s/edit')

  await userEvent.click(screen.getByRole('link', { name: 'All jobs' }))
  await press('Save and leave')
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs'))
})
