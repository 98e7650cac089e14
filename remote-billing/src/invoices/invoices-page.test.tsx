import type { InvoiceRow } from '@errand/contract/billing/invoice'
import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { unzipSync } from 'fflate'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { answerSummary, aSummary } from '../testing/billing.ts'
import { renderRoute } from '../testing/render-route.tsx'

const invoice = (number: string, kind: InvoiceRow['kind'] = 'tax_invoice'): InvoiceRow => ({
  id: `inv_${number}`,
  number,
  issuedAt: '2026-11-20T10:00:00.000Z',
  totalMinor: 59_000,
  currency: 'INR',
  status: 'issued',
  kind,
})
const saved: { blob: Blob; name: string }[] = []

beforeEach(() => {
  queryClient.setQueryData(profileQuery().queryKey, owner)
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const last = saved.at(-1)
    if (last !== undefined) last.name = this.download
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push({ blob, name: '' })
    return 'blob:saved'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const first = [invoice('A/26-27/0002'), invoice('C/26-27/0001', 'credit_note')]
  server.use(
    answerSummary((query) => {
      const isSecond = query.has('invoicesCursor')
      const items = isSecond ? [invoice('A/25-26/0001')] : first
      return aSummary({ invoices: { items, nextCursor: isSecond ? null : 'next' } })
    }),
    http.get('*/api/billing/invoice/:id', ({ params }) =>
      HttpResponse.text(`%PDF of ${String(params['id'])}`),
    ),
  )
})

test('one invoice is saved under its number', async () => {
  renderRoute('/billing/invoices')
  await userEvent.click(await screen.findByRole('button', { name: 'Download A/26-27/0002' }))
  await waitFor(() => expect(saved[0]?.name).toBe('A-26-27-0002.pdf'))
  expect(screen.getByRole('row', { name: /Credit note.*-₹590\.00/ })).toBeVisible()
})

test('those of a financial year are saved as one archive', async () => {
  const router = renderRoute('/billing/invoices')
  const year = await screen.findByRole('combobox', { name: 'Financial year' })
  await userEvent.selectOptions(year, '26-27')
  await waitFor(() => expect(screen.queryByText('A/25-26/0001')).not.toBeInTheDocument())
  expect(router.state.location.search).toBe('?year=26-27')

  await userEvent.click(screen.getByRole('button', { name: 'Download all' }))
  await waitFor(() => expect(saved[0]?.name).toBe('invoices-26-27.zip'))
  const bytes = new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? [])
  expect(Object.keys(unzipSync(bytes))).toEqual(['A-26-27-0002.pdf', 'C-26-27-0001.pdf'])
})

test('a GSTIN with a wrong sign is not sent; a good one is, and nothing that was not typed', async () => {
  const sent: unknown[] = []
  server.use(
    http.put('*/api/auth/settings', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true, user: owner })
    }),
  )
  renderRoute('/billing/invoices')
  const gstin = await screen.findByRole('textbox', { name: 'GSTIN' })
  await userEvent.type(gstin, '27aapfu0939f1zw')
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  expect(await screen.findByText(/Invalid GSTIN/)).toBeVisible()
  expect(sent).toEqual([])

  await userEvent.type(gstin, '{Backspace}v')
  await userEvent.click(save)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ settings: { billing: { gstin: '27AAPFU0939F1ZV' } } })
})

test('billing details that another tab saved come in under what was typed, and can be taken instead', async () => {
  const savedElsewhere = (version: number, legalName: string, address: string) => {
    const billing = { ...owner.settings.billing, legalName, address }
    const user = { ...owner, settings: { ...owner.settings, version, billing } }
    act(() => void queryClient.setQueryData(profileQuery().queryKey, user))
  }
  renderRoute('/billing/invoices')
  const field = await screen.findByRole('textbox', { name: 'Legal name' })
  savedElsewhere(71, 'Ours', 'Pune')
  await waitFor(() => expect(field).toHaveValue('Ours'))

  await userEvent.type(field, ' and mine')
  savedElsewhere(72, 'Theirs', 'Goa')
  expect(await screen.findByDisplayValue('Goa')).toBeVisible()
  expect(field).toHaveValue('Ours and mine')
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }))
  expect(field).toHaveValue('Theirs')
})

test('billing details that were typed and not saved survive a reload, and can be discarded', async () => {
  const open = () => renderRoute('/billing/invoices')
  const name = () => screen.findByRole('textbox', { name: 'Legal name' })
  open()
  await userEvent.type(await name(), 'Asha Salon')
  cleanup()

  open()
  expect(await screen.findByText(/unsaved changes are back/)).toBeVisible()
  expect(await name()).toHaveValue('Asha Salon')
  await userEvent.click(screen.getByRole('button', { name: 'Discard them' }))
  expect(await name()).toHaveValue('')
  cleanup()

  open()
  expect(await name()).toHaveValue('')
  expect(screen.queryByText(/unsaved changes are back/)).toBeNull()
})

test('billing details that are too long stay whole, and are saved once they are shorter', async () => {
  const sent: unknown[] = []
  server.use(
    http.put('*/api/auth/settings', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true, user: owner })
    }),
  )
  renderRoute('/billing/invoices')
  const box = await screen.findByRole('textbox', { name: 'Address' })
  await userEvent.click(box)
  await userEvent.paste('a'.repeat(501))
  expect(box).toHaveValue('a'.repeat(501))
  expect(box).toHaveAccessibleDescription(/^Too long by 1 character\./)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(box).toHaveFocus()
  await userEvent.keyboard('{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() =>
    expect(sent).toEqual([{ settings: { billing: { address: 'a'.repeat(500) } } }]),
  )
})
