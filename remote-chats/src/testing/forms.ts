import type { Form, FormResponseRow } from '@errand/contract/chats/form'
import { jobFieldSchema } from '@errand/contract/job-field'

import { ago, anId } from './chats.ts'

const hourMs = 60 * 60 * 1000

/** The form of a salon: what, when, and for how many. */
export const aForm = (rest: Partial<Form> = {}): Form => ({
  id: anId('frm', 1),
  name: 'Salon booking',
  jobId: anId('job', 1),
  version: 1,
  status: 'published',
  fields: [
    jobFieldSchema.parse({
      key: 'service',
      label: 'Service',
      type: 'select',
      order: 0,
      required: true,
      options: [
        { value: 'cut', label: 'Haircut' },
        { value: 'color', label: 'Colour' },
      ],
    }),
    jobFieldSchema.parse({
      key: 'seats',
      label: 'Seats',
      type: 'integer',
      order: 1,
      required: true,
    }),
  ],
  sessionCount: 2,
  completeCount: 1,
  createdAt: ago(hourMs),
  updatedAt: ago(hourMs),
  ...rest,
})

/** What Ravi answered. */
export const aResponse = (rest: Partial<FormResponseRow> = {}): FormResponseRow => ({
  id: anId('rsp'),
  sessionId: anId('ses'),
  contact: { id: anId('con'), name: 'Ravi', phoneNumber: '+919812345678' },
  status: 'complete',
  version: 1,
  values: { service: 'cut', seats: 2 },
  updatedAt: ago(hourMs),
  ...rest,
})
