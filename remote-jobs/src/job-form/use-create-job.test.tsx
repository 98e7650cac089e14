import { server } from '@errand/shared-auth/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { aJob, answerChanges, name, openForm, problem, save, saved } from '../testing/jobs.ts'

test.each([
  ['was lost', () => HttpResponse.error(), /^Network error/],
  ['is still in progress', () => problem(409, 'request_in_progress'), 'Refused'],
])(
  'an answer that %s creates no second job, even after changes and refusals',
  async (_what, first, words) => {
    const keys: (string | null)[] = []
    const made = aJob({ name: 'Booking', id: 'job_0' })
    server.use(
      http.post('*/api/jobs', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length === 1 ? first() : saved(made, 201)
      }),
    )
    const changes = answerChanges(made, (sent, count) =>
      count === 1 ? problem(422, 'validation_failed', { errors: [] }) : { ...made, ...sent },
    )
    const router = await openForm()
    await userEvent.type(name(), 'Booking')
    await save()
    await screen.findByText(words)
    await userEvent.type(name(), '!')
    await save()
    await waitFor(() => expect(changes).toHaveLength(1))
    const button = screen.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'))
    await save()

    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_0/edit'))
    expect(new Set(keys).size).toBe(1)
    expect(changes.map((sent) => sent.name)).toEqual(['Booking!', 'Booking!'])
  },
)
