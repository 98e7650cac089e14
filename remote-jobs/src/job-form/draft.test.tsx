import type { Job } from '@errand/contract/jobs'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { answerJob, name, save } from '../testing/job-form.ts'
import { aJob } from '../testing/jobs.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { server } from '@errand/shared-auth/testing'

const mine = aJob({ name: 'Greeter', id: 'job_g', instructions: 'Be kind.' })

/** The page is loaded again. */
function reload(path: string): void {
  cleanup()
  renderRoute(path)
}

test('what is typed while a save is on its way stays, and is saved over it', async () => {
  const answered = Promise.withResolvers<undefined>()
  const sent: Job[] = []
  server.use(
    answerJob(mine),
    http.put('*/api/jobs/job_g', async ({ request }) => {
      sent.push((await request.json()) as Job)
      await answered.promise
      const fields = sent.at(-1)?.fields.map((one) => ({ ...one, id: `fld_${one.key}` }))
      const job = { ...mine, ...sent.at(-1), fields, version: sent.length + 1 }
      return HttpResponse.json({ success: true, job })
    }),
  )
  renderRoute('/jobs/job_g/edit')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' of Goa')
  await userEvent.click(screen.getByRole('button', { name: 'Add field' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'Service')
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  await userEvent.type(name(), ' and Pune')
  answered.resolve(undefined)
  await screen.findByText('Job saved')

  expect(name()).toHaveValue('Greeter of Goa and Pune')
  reload('/jobs/job_g/edit')
  await screen.findByText('Your unsaved changes are back.')
  reload('/jobs/job_g/edit')
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue(
    'Greeter of Goa and Pune',
  )
  await save()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]?.fields[0]).not.toHaveProperty('id')
  expect(sent[1]).toMatchObject({
    name: 'Greeter of Goa and Pune',
    fields: [{ key: 'service', id: 'fld_service' }],
  })
})

test('what is typed while a new job is made goes on with it', async () => {
  const answered = Promise.withResolvers<undefined>()
  const made = aJob({ name: 'Salon', id: 'job_n' })
  server.use(
    http.post('*/api/jobs', async () => {
      await answered.promise
      return HttpResponse.json({ success: true, job: made }, { status: 201 })
    }),
    answerJob(made),
  )
  const router = renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Salon')
  await save()
  await userEvent.type(name(), ' of Goa')
  answered.resolve(undefined)

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_n/edit'))
  await waitFor(() => expect(name()).toHaveValue('Salon of Goa'))
})

test('a change that was taken back does not come again after a reload', async () => {
  server.use(answerJob(mine))
  renderRoute('/jobs/job_g/edit')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
  reload('/jobs/job_g/edit')
  expect(await screen.findByText('Your unsaved changes are back.')).toBeVisible()
  expect(name()).toHaveValue('Greeter!')
  await userEvent.type(name(), '{Backspace}')

  reload('/jobs/job_g/edit')
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Greeter')
  expect(screen.queryByText('Your unsaved changes are back.')).not.toBeInTheDocument()
})

test("the answers to the writer's questions go on with the job that is made", async () => {
  const made = aJob({ name: 'Salon', id: 'job_n' })
  server.use(
    http.post('*/api/jobs', () => HttpResponse.json({ success: true, job: made }, { status: 201 })),
    answerJob(made),
  )
  const purpose = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Write for me' }))
    return screen.findByRole('textbox', { name: 'What should the assistant achieve?' })
  }
  const router = renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Salon')
  await userEvent.type(await purpose(), 'Book haircuts')
  await userEvent.keyboard('{Escape}')
  await save()
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_n/edit'))
  await screen.findByRole('button', { name: 'Versions' })
  expect(await purpose()).toHaveValue('Book haircuts')

  reload('/jobs/new')
  expect(await purpose()).toHaveValue('')
})
