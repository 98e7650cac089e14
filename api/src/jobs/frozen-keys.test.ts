import { expect, test } from 'vitest'

import { receive } from '../../test/chat-api.ts'
import { useTestApi } from '../../test/test-api.ts'

const api = useTestApi()

const when = { key: 'when', label: 'When', order: 0, type: 'datetime', required: true }
const salon = { name: 'Salon', instructions: 'Take bookings.', fields: [when] }
const onBook = { trigger: { type: 'keyword', keywords: ['book'] } }

test('the key of a field is free until a chat has answered it', async () => {
  const owner = await api.newOwner()
  const job = (await owner.call('POST', '/api/jobs', { body: salon })).body.job
  const [field] = job.fields
  const change = (body: object) => owner.call('PUT', `/api/jobs/${job.id}`, { body })
  const renamed = (key: string) => ({ fields: [{ ...field, key }] })
  const free = await change(renamed('date'))
  expect(free.body.job.fields).toMatchObject([{ id: field.id, key: 'date' }])
  await change({ ...onBook, action: 'publish' })
  const { session } = await receive(owner, { text: 'book' })
  const path = `/api/chats/sessions/${session.id}/form-data`
  const body = { formData: { date: '2027-01-02T10:00:00+05:30' } }
  expect((await owner.call('PUT', path, { body })).status).toBe(200)

  const refused = await change(renamed('day'))
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/fields/0/key', code: 'frozen', params: { key: 'date' } }] },
  })
  const other = { key: 'day', label: 'Day', order: 1, type: 'text', required: false }
  for (const fields of [[{ ...field, key: 'date', label: 'The date' }, other], [other]])
    expect((await change({ fields })).status).toBe(200)
})
