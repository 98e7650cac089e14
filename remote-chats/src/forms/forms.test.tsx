import { jobFieldSchema } from '@errand/contract/job-field'
import { applySettings } from '@errand/shared-ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'

import { answer, renderRoute, serveInbox } from '../testing/page.tsx'
import { aForm, aResponse, aSession, ago, someAnswers } from '../testing/samples.ts'
import { fromSort, sortRows, toSort } from './answers-table.tsx'

const form = aForm()
const ravi = aResponse({ values: { service: 'cut', seats: 10 } })
// Older than Ravi's, which therefore comes first.
const asha = aResponse({
  updatedAt: ago(2 * 60 * 60 * 1000),
  contact: { id: 'con_2', name: 'Asha', phoneNumber: '+919800000000' },
  status: 'partial',
  values: { seats: 9 },
})

/**
 * Serves a form with its answers and stores changes; returns what was sent, and for which version.
 */
function serveForm(shown = form, rows = [ravi, asha]) {
  serveInbox({ sessions: [] })
  answer('get */api/chats/forms', () => ({ items: [shown], nextCursor: null }))
  answer(`get */api/chats/forms/${shown.id}`, ({ status }) => {
    const items = rows.filter((row) => status === undefined || row.status === status)
    const totals = { complete: 1, partial: 1 }
    return { form: shown, responses: { items, nextCursor: null, totals } }
  })
  const put: unknown[] = []
  answer<{ formData: object }>('put */form-data', ({ formData: changed }, request) => {
    put.push(changed, request.headers.get('if-match'))
    const values = { ...rows[0]?.values, ...changed }
    const formData = someAnswers({ values, version: put.length, status: 'complete' })
    return { success: true, formData, session: aSession({ formData }), suggestions: [] }
  })
  return put
}
const names = async () =>
  (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent)

test('the list of forms leads to the answers of one', async () => {
  serveForm()
  renderRoute('/chats/forms')
  expect(await screen.findByText('1 of 2 chats')).toBeVisible()

  await userEvent.click(screen.getByRole('link', { name: 'Salon booking' }))

  expect(await screen.findByRole('region', { name: 'Answers to Salon booking' })).toBeVisible()
  expect(await names()).toEqual(['Ravi', 'Asha'])
})

test('answers are ordered, narrowed and shown as their reader wants, in the address', async () => {
  serveForm()
  const router = renderRoute(`/chats/forms/${form.id}`)
  await names()

  const header = screen.getByRole('columnheader', { name: /Seats/ })
  await userEvent.click(within(header).getByRole('button'))
  await waitFor(async () => expect(await names()).toEqual(['Asha', 'Ravi']))
  expect(router.state.location.search).toBe('?sort=seats')

  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Service' }))
  expect(screen.queryByRole('columnheader', { name: /Service/ })).toBeNull()

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Partly answered')
  await waitFor(async () => expect(await names()).toEqual(['Asha']))
})

test('an answer is put right in the table, and can be taken back', async () => {
  const put = serveForm()
  renderRoute(`/chats/forms/${form.id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Service of Ravi' }))
  const cell = screen.getByRole('combobox', { name: 'Service' })
  await userEvent.selectOptions(cell, 'Colour')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  const changed = await screen.findByRole('button', { name: 'Edit Service of Ravi' })
  expect(within(changed).getByText('Colour')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: changing Service' }))
  await waitFor(() => expect(put).toEqual([{ service: 'color' }, '"1"', { service: 'cut' }, '"2"']))
})

test("a number is shown in the page's language and sent as it was typed, or unchanged", async () => {
  const weighed = aForm({
    fields: [
      jobFieldSchema.parse({
        key: 'weight',
        label: 'Weight',
        type: 'number',
        order: 0,
        required: true,
      }),
    ],
  })
  applySettings({ locale: 'de-DE' })
  onTestFinished(() => applySettings({ locale: 'en-IN' }))
  const put = serveForm(weighed, [aResponse({ values: { weight: 1200.0625 } })])
  renderRoute(`/chats/forms/${weighed.id}`)
  const edit = () => screen.findByRole('button', { name: 'Edit Weight of Ravi' })
  expect(await edit()).toHaveTextContent('1.200,0625')

  await userEvent.click(await edit())
  expect(screen.getByRole('textbox', { name: 'Weight' })).toHaveValue('1200,0625')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(put[0]).toEqual({ weight: 1200.0625 }))

  await userEvent.click(await edit())
  await userEvent.clear(screen.getByRole('textbox', { name: 'Weight' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Weight' }), '1.250,5{Enter}')
  await waitFor(() => expect(put[2]).toEqual({ weight: '1.250,5' }))
})

const fields = [
  jobFieldSchema.parse({ key: 'seats', label: 'Seats', type: 'integer', order: 0, required: true }),
  jobFieldSchema.parse({ key: 'city', label: 'City', type: 'text', order: 1, required: false }),
]
const rows = [
  aResponse({ values: { seats: 10, city: 'Pune' } }),
  aResponse({ values: { seats: 9, city: 'élan' } }),
  aResponse({ values: { city: 'Agra' } }),
]
const sorted = (by: string, key: string) =>
  sortRows(rows, toSort(by), { fields, locale: 'en' }).map(({ values }) => values[key])

test('numbers are ordered as numbers and words as words, and what is missing comes last', () => {
  expect(sorted('seats', 'seats')).toEqual([9, 10, undefined])
  expect(sorted('-seats', 'seats')).toEqual([10, 9, undefined])
  expect(sorted('city', 'city')).toEqual(['Agra', 'élan', 'Pune'])
})

test('an order is read from an address as it was written', () => {
  for (const text of ['seats', '-seats', '-updatedAt']) expect(fromSort(toSort(text))).toBe(text)
})
