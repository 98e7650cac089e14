import { jobFieldSchema } from '@errand/contract/job-field'
import { applySettings } from '@errand/shared-ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'

import { answer, renderRoute, serveInbox } from '../testing/page.tsx'
import { aForm, aResponse, aSession, ago, someAnswers } from '../testing/samples.ts'
import { fromSort, toSort } from './answers-table.tsx'

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
  answer<Record<string, string>>(
    `get */api/chats/forms/${shown.id}`,
    ({ status, sort, q = '' }) => {
      const found = rows.filter(
        (row) =>
          (status === undefined || row.status === status) &&
          row.contact.name.toLowerCase().includes(q),
      )
      const items = sort === 'field:seats' ? found.toReversed() : found
      const totals = { complete: 1, partial: 1, matching: items.length }
      return { form: shown, responses: { items, nextCursor: null, totals } }
    },
  )
  const put: unknown[] = []
  answer<{ formData: object }>('put */form-data', ({ formData: changed }, request) => {
    put.push(changed, request.headers.get('if-match'))
    const values = { ...rows[0]?.values, ...changed }
    const { id } = rows[0] ?? ravi
    const formData = someAnswers({ id, values, version: put.length, status: 'complete' })
    return { success: true, formData, session: aSession({ formData }), suggestions: [] }
  })
  return put
}
const names = async () =>
  (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent)

test('choosing a job opens its answers, and an old address redirects', async () => {
  serveForm()
  answer('get */api/chats/bookings', () => ({ items: [], hasMore: false }))
  const router = renderRoute('/chats/forms')
  await screen.findByRole('option', { name: /^Salon booking/ })
  expect(router.state.location.pathname).toBe('/chats/bookings')

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Job' }), form.id)

  expect(await screen.findByRole('group', { name: 'Answers to Salon booking' })).toBeVisible()
  expect(await names()).toEqual(['Ravi', 'Asha'])
})

test('answers are sorted and filtered by the api according to the address', async () => {
  serveForm()
  const router = renderRoute(`/chats/bookings/${form.id}`)
  await names()

  const header = screen.getByRole('columnheader', { name: /Seats/ })
  await userEvent.click(within(header).getByRole('button'))
  await waitFor(async () => expect(await names()).toEqual(['Asha', 'Ravi']))
  expect(router.state.location.search).toBe('?sort=field%3Aseats')

  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Service' }))
  expect(screen.queryByRole('columnheader', { name: /Service/ })).toBeNull()

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search names and answers' }), 'asha')
  await waitFor(async () => expect(await names()).toEqual(['Asha']))
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search names and answers' }))
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Partly answered')
  await waitFor(async () => expect(await names()).toEqual(['Asha']))
})

test('the export dialog shows how many answers it will contain', async () => {
  serveForm()
  renderRoute(`/chats/bookings/${form.id}?status=partial`)
  await names()

  await userEvent.click(screen.getByRole('button', { name: 'Export' }))

  const dialog = await screen.findByRole('dialog', { name: 'Export 1 answer' })
  expect(dialog).toHaveTextContent('Only the answers that your filters show')
})

test('an answer can be edited in the table and undone', async () => {
  const put = serveForm()
  renderRoute(`/chats/bookings/${form.id}`)
  await userEvent.click(await screen.findByRole('button', { name: /Edit Service of Ravi$/ }))
  const cell = screen.getByRole('combobox', { name: 'Service' })
  await userEvent.selectOptions(cell, 'Colour')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  const changed = await screen.findByRole('button', { name: /Edit Service of Ravi$/ })
  expect(within(changed).getByText('Colour')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: changing Service' }))
  await waitFor(() => expect(put).toEqual([{ service: 'color' }, '"1"', { service: 'cut' }, '"2"']))
})

test('a number is shown in the page’s language and sent as typed', async () => {
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
  renderRoute(`/chats/bookings/${weighed.id}`)
  const edit = () => screen.findByRole('button', { name: /Edit Weight of Ravi$/ })
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

test('a sort order survives the address', () => {
  for (const text of ['field:seats', '-field:seats', '-updatedAt', 'day'])
    expect(fromSort(toSort(text))).toBe(text)
})
