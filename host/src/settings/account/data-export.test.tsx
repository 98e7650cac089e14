import { owner } from '@errand/contract/testing/owner'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { keep, open } from '../../testing/open-settings.tsx'
import { server } from '../../testing/server.ts'

const anExport = {
  id: 'exp_1',
  status: 'ready',
  progress: 1,
  fileName: 'errand.zip',
  bytes: 2_400_000,
  createdAt: '2026-11-21T10:00:00Z',
  expiresAt: '2026-11-28T10:00:00Z',
}

test.each([
  ['is ready', HttpResponse.json({ export: anExport }), /^Your file is ready \(2\.4 MB\)/],
  ['has expired', new HttpResponse(null, { status: 404 }), /^This file is not kept any more/],
  [
    'has lost its file',
    HttpResponse.json({ export: { ...anExport, fileName: null, bytes: null, expiresAt: null } }),
    /^This file is not kept any more/,
  ],
  [
    'could not be made',
    HttpResponse.json({ export: { ...anExport, status: 'failed' } }),
    /^The file could not be made/,
  ],
])('the link of a letter opens the export, which %s', async (_, answer, expected) => {
  server.use(http.get('*/api/auth/exports/exp_1', () => answer))
  keep(owner)
  open('?export=exp_1')

  expect(await screen.findByText(expected)).toBeVisible()
  const download = screen.queryByRole('button', { name: 'Download' })
  expect(download !== null).toBe(expected.source.includes('ready'))
})

test('a file in the making is found again after another page; the next one begins anew', async () => {
  server.use(
    http.post('*/api/auth/export', () =>
      HttpResponse.json({ success: true, exportId: 'exp_1' }, { status: 202 }),
    ),
    http.get('*/api/auth/exports/exp_1', () => HttpResponse.json({ export: anExport })),
    http.get('*/api/auth/exports/exp_1/file', () => new HttpResponse(null, { status: 500 })),
  )
  keep(owner)
  open('#account')
  const make = () => userEvent.click(screen.getByRole('button', { name: 'Make the file' }))
  await make()
  await screen.findByText(/^Your file is ready/)

  await userEvent.click(screen.getByRole('link', { name: 'Profile' }))
  await userEvent.click(screen.getByRole('link', { name: 'Account and data' }))
  expect(await screen.findByText(/^Your file is ready/)).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  await screen.findByRole('alert')
  await make()
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
})

test('a file that was kept in mind and is gone is not spoken of', async () => {
  let asked = 0
  server.use(
    http.get('*/api/auth/exports/exp_1', () => {
      asked += 1
      return new HttpResponse(null, { status: 404 })
    }),
  )
  localStorage.setItem('errand:draft:export:nobody', 'exp_1')
  keep(owner)
  open('#account')

  await waitFor(() => expect(localStorage).toHaveLength(0))
  expect(asked).toBe(1)
  expect(screen.queryByText(/^This file is not kept/)).not.toBeInTheDocument()
})
