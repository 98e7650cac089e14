import type { Job } from '@errand/contract/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { answerJob, save } from '../testing/job-form.ts'
import { aJob } from '../testing/jobs.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { server } from '@errand/shared-auth/testing'

const field = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Field ${number}`) }))

test('a condition on a choice is chosen among its options, and starts anew with another', async () => {
  const select = (key: string, order: number, options: string[]) => ({
    id: `fld_${key}`,
    key,
    label: key,
    order,
    type: 'select' as const,
    required: true,
    options: options.map((value) => ({ value, label: value.toUpperCase() })),
  })
  const job = aJob({
    name: 'Salon',
    id: 'job_c',
    fields: [
      select('service', 0, ['cut', 'dye', 'shave']),
      select('day', 1, ['mon', 'tue']),
      { id: 'fld_n', key: 'note', label: 'Note', order: 2, type: 'text', required: false },
    ],
  })
  const sent: Job[] = []
  server.use(
    answerJob(job),
    http.put('*/api/jobs/job_c', async ({ request }) => {
      sent.push((await request.json()) as Job)
      return HttpResponse.json({ success: true, job: { ...job, ...sent.at(-1), version: 2 } })
    }),
  )
  renderRoute('/jobs/job_c/edit')
  await userEvent.click(await screen.findByRole('button', { name: 'Change Note' }))
  await userEvent.click(field(3).getByText('Limits and conditions'))
  const choose = (box: string, choice: string) =>
    userEvent.selectOptions(field(3).getByRole('combobox', { name: box }), choice)
  await choose('Ask only if', 'service')
  await choose('is', 'is one of')
  await userEvent.click(field(3).getByRole('checkbox', { name: 'SHAVE' }))
  await userEvent.click(field(3).getByRole('checkbox', { name: 'CUT' }))
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.fields[2]?.condition).toEqual({
    fieldKey: 'service',
    op: 'in',
    value: ['cut', 'shave'],
  })

  await screen.findByText('Job saved')
  await choose('Ask only if', 'day')
  expect(field(3).getByRole('checkbox', { name: 'MON' })).not.toBeChecked()
  await userEvent.click(field(3).getByRole('checkbox', { name: 'MON' }))
  await save()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.fields[2]?.condition).toEqual({ fieldKey: 'day', op: 'in', value: ['mon'] })
})
