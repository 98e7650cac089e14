import { owner } from '@errand/contract/testing/owner'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { keep, open } from '../../testing/open-settings.tsx'

afterEach(() => void vi.useRealTimers())

test.each([
  ['Pacific/Kiritimati', '2026-11-22'],
  ['Pacific/Niue', '2026-11-20'],
])('a holiday begins with today in %s, where the shop is', (timeZone, today) => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:30:00Z'), toFake: ['Date'] })
  const { settings } = owner
  keep({ ...owner, settings: { ...settings, business: { ...settings.business, timeZone } } })
  open('#hours')
  fireEvent.click(screen.getByRole('button', { name: 'Add a holiday' }))

  expect(screen.getByLabelText('First day')).toHaveValue(today)
  expect(screen.getByLabelText('Last day')).toHaveValue(today)
})

test('hours that are refused are described by what is wrong with them', async () => {
  keep(owner)
  open('#hours')
  const to = screen.getByLabelText('Monday closes at')
  const from = screen.getByLabelText<HTMLInputElement>('Monday opens at')
  fireEvent.change(to, { target: { value: from.value } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))

  await screen.findByRole('alert')
  expect(to).toHaveAccessibleDescription('Closing must not be the same as opening.')
  expect(from).toHaveAccessibleDescription('Closing must not be the same as opening.')
})
