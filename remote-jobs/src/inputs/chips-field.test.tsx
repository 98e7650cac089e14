import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { name, save } from '../testing/job-form.ts'
import { renderRoute } from '../testing/render-route.tsx'

test('a list with a wrong entry is refused, and the focus leads to its box', async () => {
  renderRoute('/jobs/new')
  await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(name(), 'Orders')
  const box = screen.getByRole('textbox', { name: 'Send the answers to' })
  await userEvent.type(box, 'kitchen{Enter}')
  await save()

  await waitFor(() => expect(box).toHaveFocus())
  expect(box).toBeInvalid()
})
