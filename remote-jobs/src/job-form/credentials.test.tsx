import { server } from '@errand/shared-auth/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'

import { aJob, answerJob, name, openForm, press, save, saved } from '../testing/jobs.ts'

/** Put together here, so that no scanner takes it for somebody's. */
const secret = ['EA', 'AB', 'x7Qm2Vb9Kd4Rt8Wz'.repeat(4)].join('')
const box = (label: string) => screen.getByRole('textbox', { name: label })
const notice = () => screen.queryByText(/^“EAABx7…” looks like a key or a password/)

test('a key in the instructions shows a warning, and can still be saved', async () => {
  let sent: unknown
  const made = aJob({ name: 'Till', id: 'job_new' })
  server.use(
    http.post('*/api/jobs', async ({ request }) => {
      sent = await request.json()
      return saved(made, 201)
    }),
    answerJob(made),
  )
  await openForm()
  await userEvent.type(name(), 'Till')
  await userEvent.click(box('Instructions'))
  await userEvent.paste('The wifi password is Gs71kq0zv5m3tw8yBn. Say the code SAVE20.')
  expect(notice()).toBeNull()

  await userEvent.paste(` The token is ${secret}.`)
  await waitFor(() => expect(notice()).toBeVisible())
  await save()
  await screen.findByText('Job saved')
  expect(sent).toMatchObject({ instructions: expect.stringContaining(secret) })
})

test('a key in the rules shows a warning until it is deleted', async () => {
  await openForm()
  await press('Rules, tone and language')
  const rules = box('Rules it must follow')
  await userEvent.click(rules)
  await userEvent.paste(`Never say ${secret}`)
  await waitFor(() => expect(notice()).toBeVisible())

  await userEvent.clear(rules)
  await waitFor(() => expect(notice()).toBeNull())
})
