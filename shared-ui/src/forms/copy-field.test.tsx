import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { CopyField } from './copy-field.tsx'

const link = 'https://wa.me/911234567890'

test('what cannot be copied is selected, and the field says so', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  render(<CopyField label="Link" value={link} hint="Share it." />)

  await user.click(screen.getByRole('button', { name: 'Copy Link' }))

  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(field).toHaveAccessibleDescription('Could not copy. It is selected: copy it from here.')
  expect(field).toHaveFocus()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, link.length])

  const writeText = vi.fn(async () => {})
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as never)
  await user.click(screen.getByRole('button', { name: 'Copy Link' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(field).toHaveAccessibleDescription('Share it.')
})
