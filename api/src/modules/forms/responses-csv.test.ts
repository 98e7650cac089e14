import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { answering, newForm } from '../../../test/form-rows.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { contacts } from '../../platform/database/schema.ts'
import { listResponses } from './forms.repo.ts'
import { orderOf } from './response-order.ts'

const api = useTestApi()
const answer = answering(api)

test('a file holds every answer in a form that no spreadsheet runs', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner, 'Salon "a/b" सैलून')
  const { chat } = await answer(
    owner,
    job.id,
    { name: '=1+1', tags: 'a,"b"\nc' },
    '2026-01-02T20:00:00.000Z',
  )
  await api.database.queries
    .update(contacts)
    .set({ name: '@SUM(A1)' })
    .where(eq(contacts.id, chat.contactId))

  const path = `/api/chats/forms/${job.formId}?format=csv&values=keys`
  const { body, headers, status } = await owner.call('GET', path)
  const response = await owner.stream(path, {})
  const bytes = new Uint8Array(await response.arrayBuffer())

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const name = decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '')
  expect(name).toMatch(/^Salon -a-b- सैलून \d{4}-\d{2}-\d{2}\.csv$/)
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  const [header, row] = body.split('\r\n')
  expect(header).toBe(
    'response_id,session_id,time_local,time_utc,status,decision,contact_name,contact_phone,field_tags,field_name',
  )
  expect(row).toContain(
    `,${chat.id},2026-01-03 01:30:00,2026-01-02T20:00:00.000Z,complete,,'@SUM(A1),+1444`,
  )
  expect(row).toMatch(/,"a,""b""\nc",'=1\+1$/)
})

test('a file for people has labels, readable answers and one column for each field', async () => {
  const owner = await api.newOwner()
  const options = [
    { value: 'option_1', label: 'Haircut' },
    { value: 'option_4', label: 'Beard trim' },
  ]
  const job = await newForm(owner, 'Shop', {
    fields: [
      { key: 'service', label: 'Service', type: 'select', options },
      { key: 'extras', label: 'Extras', type: 'multi_select', options },
      { key: 'when', label: 'When', type: 'datetime' },
      { key: 'paid', label: 'Paid', type: 'boolean' },
      { key: 'price', label: 'Price', type: 'number' },
      { key: 'phone', label: 'Contact phone', type: 'phone' },
      { key: 'note', label: 'Note', type: 'text' },
    ].map((field, order) => ({ ...field, order, required: false })),
  })
  const answers = {
    service: 'option_4',
    extras: ['option_1', 'option_4'],
    when: '2026-01-02T20:00:00Z',
    paid: true,
    price: -12.5,
    phone: '+16025550123',
    note: '+cmd|calc',
  }
  await answer(owner, job.id, answers, '2026-01-02T20:00:00.000Z')

  const { body } = await owner.call('GET', `/api/chats/forms/${job.formId}?format=csv`)

  const [header, row] = body.split('\r\n')
  expect(header).toBe(
    'Answered at,Progress,Decision,Contact name,Contact phone,Service,Extras,When,Paid,Price,Contact phone (phone),Note',
  )
  expect(row).toMatch(/^2026-01-03 01:30:00,[A-Z][a-z]+,,Person \d+,\+1 ?444[\d ]*,/)
  expect(row).toMatch(
    /,Beard trim,Haircut; Beard trim,2026-01-03 01:30,Yes,-12.5,\+1 602 555 0123,'\+cmd\|calc$/,
  )
})

test('a file has the latest change first, in whatever order the page shows the answers', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner)
  for (const [name, day] of [
    ['Bela', '03'],
    ['Asha', '02'],
    ['Chitra', '01'],
  ] as const)
    await answer(owner, job.id, { name }, `2026-01-${day}T12:00:00.000Z`)

  const path = `/api/chats/forms/${job.formId}?format=csv&values=keys&sort=field:name`
  const [, ...rows] = (await owner.call('GET', path)).body.trimEnd().split('\r\n')

  const names = rows.map((row: string) => row.split(',').at(-1))
  expect(names).toEqual(['Bela', 'Asha', 'Chitra'])
})

test('a large file comes whole, with the answers to fields that are gone', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner)
  const { chat } = await answer(owner, job.id, { name: 'Seed' })
  await api.database.queries.execute(sql`
    insert into chat_sessions select (jsonb_populate_record(s, jsonb_build_object(
      'id', 'ses_' || lpad(n::text, 26, '0'), 'status', 'completed'))).*
    from chat_sessions s, generate_series(1, 1200) n where s.id = ${chat.id}`)
  await api.database.queries.execute(sql`
    insert into form_data select (jsonb_populate_record(f, jsonb_build_object(
      'id', 'rsp_' || lpad(n::text, 26, '0'), 'session_id', 'ses_' || lpad(n::text, 26, '0'),
      'values', jsonb_build_object('name', 'N' || n, 'gone', n)))).*
    from form_data f, generate_series(1, 1200) n where f.session_id = ${chat.id}`)

  const { body } = await owner.call('GET', `/api/chats/forms/${job.formId}?format=csv&values=keys`)

  const [header, ...rows] = body.trimEnd().split('\r\n')
  expect(header).toMatch(/field_tags,field_name,field_gone$/)
  expect(rows).toHaveLength(1201)
  expect(new Set(rows.map((row: string) => row.split(',')[0])).size).toBe(1201)
  await expectIndexes(job.formId)
})

/** The pages of the lists are read from an index, in its order. */
async function expectIndexes(formId: string): Promise<void> {
  const { queries } = api.database
  await queries.execute(sql`analyze form_data`)
  await queries.execute(sql`analyze chat_sessions`)
  const any = { from: undefined, to: undefined, status: undefined, decision: undefined }
  const responses = listResponses(queries, {
    ...any,
    days: [],
    text: undefined,
    formId,
    ownerId: 'usr_any',
    order: orderOf('-updatedAt', []),
    after: { key: String(Date.now()), id: 'rsp_z' },
    limit: 50,
  })
  const plan = JSON.stringify(await queries.execute(sql`explain ${responses}`))
  expect(plan).toContain('Index Scan Backward using form_data_by_update')
  expect(plan).not.toContain('Sort Key')
  expect(plan).not.toMatch(/Seq Scan on (form_data|chat_sessions)/)
}
