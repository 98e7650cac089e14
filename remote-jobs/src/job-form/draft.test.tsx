import { server } from '@errand/shared-auth/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'

import {
  aJob,
  answerChanges,
  answerJob,
  name,
  openForm,
  press,
  save,
  saved,
} from '../testing/jobs.ts'

const mine = aJob({ name: 'Greeter', id: 'job_g', instructions: 'Be kind.' })

/** Simulates a reload of the page. */
function reload(id?: string) {
  cleanup()
  return openForm(id)
}

test('text typed during a save stays unsaved and is saved next', async () => {
  const answered = Promise.withResolvers<undefined>()
  const sent = answerChanges(mine, async (change, count) => {
    await answered.promise
    const fields = change.fields.map((one) => ({ ...one, id: `fld_${one.key}` }))
    return { ...mine, ...change, fields, version: count + 1 }
  })
  await openForm('job_g')
  await userEvent.type(name(), ' of Goa')
  await press('Add field')
  await userEvent.type(screen.getByRole('textbox', { name: 'Label' }), 'Service')
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  await userEvent.type(name(), ' and Pune')
  answered.resolve(undefined)
  await screen.findByText('Job saved')

  expect(name()).toHaveValue('Greeter of Goa and Pune')
  await reload('job_g')
  await screen.findByText('Your unsaved changes are back.')
  await reload('job_g')
  expect(name()).toHaveValue('Greeter of Goa and Pune')
  await save()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]?.fields[0]).not.toHaveProperty('id')
  const fields = [{ key: 'service', id: 'fld_service' }]
  expect(sent[1]).toMatchObject({ name: 'Greeter of Goa and Pune', fields })
})

test('text typed while a new job is created stays in its form', async () => {
  const answered = Promise.withResolvers<undefined>()
  const made = aJob({ name: 'Salon', id: 'job_n' })
  server.use(
    http.post('*/api/jobs', async () => {
      await answered.promise
      return saved(made, 201)
    }),
    answerJob(made),
  )
  const router = await openForm()
  await userEvent.type(name(), 'Salon')
  await save()
  await userEvent.type(name(), ' of Goa')
  answered.resolve(undefined)

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_n/edit'))
  await waitFor(() => expect(name()).toHaveValue('Salon of Goa'))
})

test('a reverted change does not come back after a reload', async () => {
  server.use(answerJob(mine))
  await openForm('job_g')
  await userEvent.type(name(), '!')
  await reload('job_g')
  expect(await screen.findByText('Your unsaved changes are back.')).toBeVisible()
  expect(name()).toHaveValue('Greeter!')
  await userEvent.type(name(), '{Backspace}')

  await reload('job_g')
  expect(name()).toHaveValue('Greeter')
  expect(screen.queryByText('Your unsaved changes are back.')).not.toBeInTheDocument()
})

test('the answers to the writer’s questions move to the created job', async () => {
  const made = aJob({ name: 'Salon', id: 'job_n' })
  server.use(
    http.post('*/api/jobs', () => saved(made, 201)),
    answerJob(made),
  )
  const purpose = async () => {
    await press('Write for me')
    return screen.findByRole('textbox', { name: 'What should the assistant achieve?' })
  }
  const router = await openForm()
  await userEvent.type(name(), 'Salon')
  await userEvent.type(await purpose(), 'Book haircuts')
  await userEvent.keyboard('{Escape}')
  await save()
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_n/edit'))
  await screen.findByRole('button', { name: 'Versions' })
  expect(await purpose()).toHaveValue('Book haircuts')

  await reload()
  expect(await purpose()).toHaveValue('')
})

test('an unsaved new job can be set aside for another, and neither is lost', async () => {
  const sentence = { name: 'What should the assistant do for you?' }
  await openForm()
  await userEvent.type(name(), 'Salon')
  await reload()
  await screen.findByText('Your unsaved changes are back.')
  expect(screen.queryByRole('textbox', sentence)).not.toBeInTheDocument()
  await press('Set aside and start another job')

  expect(await screen.findByRole('textbox', sentence)).toBeVisible()
  expect(name()).toHaveValue('')
  await userEvent.type(name(), 'Bakery')
  await reload()
  expect(name()).toHaveValue('Bakery')
  expect(screen.getByText('“Salon” is set aside, not saved.')).toBeVisible()
  await press('Continue it')
  expect(name()).toHaveValue('Salon')
  expect(screen.getByText('“Bakery” is set aside, not saved.')).toBeVisible()

  await reload()
  expect(name()).toHaveValue('Salon')
  await press('Discard them')
  await press('Continue it')
  expect(name()).toHaveValue('Bakery')
  expect(screen.queryByText(/is set aside/)).not.toBeInTheDocument()
})
