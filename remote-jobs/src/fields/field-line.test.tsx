import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { answerJob } from '../testing/job-form.ts'
import { aJob } from '../testing/jobs.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { server } from '@errand/shared-auth/testing'

const job = aJob({
  name: 'Salon',
  id: 'job_line',
  fields: ['Day', 'Note'].map((label, order) => ({
    id: `fld_${order}`,
    key: label.toLowerCase(),
    label,
    order,
    type: 'text' as const,
    required: true,
  })),
})

const toggleOf = (label: string) =>
  screen.getByRole('button', { name: new RegExp(`^(Change|Close) ${label}$`) })

/** Presses it, and waits for the very next picture; what is less urgent waits for the end of `act`. */
async function press(label: string): Promise<void> {
  toggleOf(label).click()
  await Promise.resolve()
}

test('pressed again before the field has opened, a line shows at once what the press meant', async () => {
  server.use(answerJob(job))
  renderRoute('/jobs/job_line/edit')
  await screen.findByRole('button', { name: 'Change Day' })
  await act(async () => {
    await press('Day')
    expect(toggleOf('Day')).toHaveAttribute('aria-expanded', 'true')
    expect(screen.queryByRole('textbox', { name: 'Label' })).not.toBeInTheDocument()
    await press('Day')
    expect(toggleOf('Day')).toHaveAttribute('aria-expanded', 'false')
    await press('Day')
    expect(toggleOf('Day')).toHaveAttribute('aria-expanded', 'true')
  })
  expect(screen.getByRole('textbox', { name: 'Label' })).toHaveValue('Day')
})

test('a line that is closed while another one opens stays closed', async () => {
  server.use(answerJob(job))
  renderRoute('/jobs/job_line/edit')
  await screen.findByRole('button', { name: 'Change Day' })
  await act(async () => {
    await press('Day')
    await press('Note')
    expect(toggleOf('Note')).toHaveAttribute('aria-expanded', 'true')
    await press('Day')
  })
  expect(toggleOf('Day')).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByRole('textbox', { name: 'Label' })).toHaveValue('Note')
})
