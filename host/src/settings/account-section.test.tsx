import { owner } from '@errand/contract/testing/owner'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { keep, open } from '../testing/open-settings.tsx'
import { server } from '@errand/shared-auth/testing'

afterEach(() => vi.restoreAllMocks())

test('everything is saved as one file; what failed says so and can be asked for again', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  server.use(
    http.get('*/api/auth/export', () => new HttpResponse(null, { status: 500 }), { once: true }),
    http.get('*/api/auth/export', () => new HttpResponse('zip')),
  )
  keep(owner)
  open('#account')
  const make = screen.getByRole('button', { name: 'Make the file' })

  await userEvent.click(make)
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error.')
  expect(saved).not.toHaveBeenCalled()

  await userEvent.click(make)
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
