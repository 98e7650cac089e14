import { jobFieldTypes, type JobField, type JobFieldType } from '@errand/contract/job-field'
import { server } from '@errand/shared-auth/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { aTurn } from '../testing/ai.ts'
import { aJob, answerChanges, openForm } from '../testing/jobs.ts'

const options = [
  { value: 'cut', label: 'Haircut' },
  { value: 'color', label: 'Colour' },
]

/** One for every type that a test chat can answer: what is kept, and how the phone shows it. */
const examples: Record<
  Exclude<JobFieldType, 'file'>,
  [kept: unknown, shown: string, more?: Partial<JobField>]
> = {
  text: ['Pune', 'Pune'],
  long_text: ['It leaks at night', 'It leaks at night'],
  number: [1200.5, '1,200.5'],
  integer: [4, '4'],
  currency: [15_000, '15,000'],
  boolean: [true, 'Yes'],
  date: ['2026-11-25', 'Nov 25, 2026'],
  time: ['17:00', '17:00'],
  datetime: ['2026-11-25T17:00:00+05:30', 'Nov 25, 2026, 5:00 PM'],
  email: ['asha@shop.example', 'asha@shop.example'],
  phone: ['+919812345678', '+919812345678'],
  url: ['https://shop.example/', 'https://shop.example/'],
  select: ['cut', 'Haircut', { options }],
  multi_select: [['cut', 'color'], 'Haircut and Colour', { options }],
  address: ['12 MG Road, Pune', '12 MG Road, Pune'],
  location: [{ address: '12 MG Road, Pune' }, '12 MG Road, Pune'],
  rating: [4, '4'],
}

// A phone beside the form needs the room.
beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('>=') }),
  )
})

test.each(jobFieldTypes.filter((type) => type !== 'file'))(
  '%s: the test chat shows what it collected',
  async (type) => {
    const [kept, shown, more] = examples[type]
    const field = { key: 'asked', label: 'Asked', order: 0, required: true, sensitive: false }
    answerChanges(aJob({ name: 'Salon', id: 'job_s', fields: [{ ...field, type, ...more }] }))
    const turn = aTurn('Thanks.', { values: { asked: kept } })
    server.use(http.post('*/api/jobs/job_s/test', () => HttpResponse.json(turn)))
    await openForm('job_s')
    const phone = within(screen.getByRole('region', { name: 'Test chat' }))

    await userEvent.type(phone.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}')

    const collected = within(screen.getByRole('region', { name: 'Collected' }))
    expect(await collected.findByText(shown)).toBeVisible()
  },
)
