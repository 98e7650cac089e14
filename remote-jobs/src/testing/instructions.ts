import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

import { answerDraft } from './drafts.ts'
import { answerJob } from './job-form.ts'
import { aJob } from './jobs.ts'
import { renderRoute } from './render-route.tsx'
import { server } from '@errand/shared-auth/testing'

export const written = 'Be kind.\n\nAnswer in English.'
export const proposed = 'Be kind and quick.\n\nAnswer in English.\n\nNever promise a price.'
const job = aJob({ name: 'Salon', id: 'job_s', instructions: written })

export const box = () => screen.getByRole('textbox', { name: 'Instructions' })
export const proposal = () => screen.findByRole('region', { name: 'Proposal for the instructions' })
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Opens the form of a job with instructions, and the questions of the writer. */
export async function openQuestions() {
  server.use(answerJob(job))
  renderRoute('/jobs/job_s/edit')
  await userEvent.click(await screen.findByRole('button', { name: 'Write for me' }))
  return within(screen.getByRole('dialog', { name: 'Write for me' }))
}

/** Opens the form and has something written; the test tells what is. */
export async function write() {
  const { handler, stream } = answerDraft('instructions')
  server.use(handler)
  const dialog = await openQuestions()
  await userEvent.type(
    dialog.getByRole('textbox', { name: 'What should the assistant achieve?' }),
    'Book haircuts',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Write' }))
  await waitFor(() => expect(stream.asked()).toBeDefined())
  return stream
}
