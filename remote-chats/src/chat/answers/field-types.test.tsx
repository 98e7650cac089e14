import {
  jobFieldSchema,
  jobFieldTypes,
  type JobField,
  type JobFieldType,
} from '@errand/contract/job-field'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answer, renderRoute, serveInbox } from '../../testing/page.tsx'
import { aForm, aResponse, aSession, someAnswers } from '../../testing/samples.ts'

const options = [
  { value: 'cut', label: 'Haircut' },
  { value: 'color', label: 'Colour' },
]

/** One for every type: what is kept, and how a page shows it. */
const examples: Record<JobFieldType, [kept: unknown, shown: string, more?: Partial<JobField>]> = {
  text: ['Pune', 'Pune'],
  long_text: ['It leaks at night', 'It leaks at night'],
  number: [1200.5, '1,200.5'],
  integer: [4, '4'],
  currency: [15_000, '₹15,000.00', { validation: { currency: 'INR' } }],
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
  location: [{ name: 'Shop', latitude: 12.97, longitude: 77.59 }, 'Shop, 12.97, 77.59'],
  file: [{ id: 'fil_1', mimeType: 'image/png', bytes: 9, fileName: 'bike.png' }, 'bike.png'],
  rating: [4, '4'],
}

test.each(jobFieldTypes)(
  '%s: an answer is shown in the table, and saving it unchanged keeps it',
  async (type) => {
    const [kept, shown, more] = examples[type]
    const field = { key: 'asked', label: 'Asked', order: 0, required: true, type, ...more }
    const form = aForm({ fields: [jobFieldSchema.parse(field)] })
    const values = { asked: kept }
    const totals = { complete: 1, partial: 0 }
    const row = aResponse({ values })
    serveInbox({ sessions: [] })
    answer(`get */api/chats/forms/${form.id}`, () => ({
      form,
      responses: { items: [row], nextCursor: null, totals },
    }))
    const put = answer('put */form-data', () => {
      const formData = someAnswers({ id: row.id, values })
      return { success: true, formData, session: aSession({ formData }), suggestions: [] }
    })
    renderRoute(`/chats/forms/${form.id}`)

    const cell = await screen.findByRole('button', { name: /Edit Asked of Ravi$/ })
    expect(cell.textContent).toBe(`${shown} Edit Asked of Ravi`)
    await userEvent.click(cell)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))

    // A moment is sent by its clock.
    const sent = type === 'datetime' ? '2026-11-25T17:00' : kept
    await waitFor(() => expect(put).toEqual([{ formDataId: row.id, formData: { asked: sent } }]))
  },
)
