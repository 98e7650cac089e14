import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

import { aJob, aList, answerList } from './testing/jobs.ts'
import { Widget } from './widget.tsx'

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Widget />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('the widget shows the active jobs with their statistics', async () => {
  const stats = { sessions30d: 10, completionRate30d: 0.4, openSessions: 1 }
  const jobs = ['One', 'Two', 'Three', 'Four'].map((name) => ({ ...aJob({ name }), stats }))
  server.use(answerList((query) => aList(query.get('status') === 'active' ? jobs : [])))
  show()

  expect(await screen.findByRole('link', { name: 'One' })).toHaveAttribute(
    'href',
    `/jobs/${jobs[0]?.id}/edit`,
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.getAllByRole('meter')[0]).toHaveAttribute('aria-valuetext', '40% of 10 chats')
  expect(screen.getByRole('link', { name: 'All jobs' })).toHaveAttribute('href', '/jobs')
})

test('without an active job the widget links to a new one', async () => {
  server.use(answerList(() => aList([])))
  show()
  expect(await screen.findByRole('link', { name: 'New job' })).toHaveAttribute('href', '/jobs/new')
})
