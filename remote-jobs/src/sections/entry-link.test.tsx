import { queryClient, profileQuery } from '@errand/shared-auth'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { openForm } from '../testing/jobs.ts'

/** The parts of a profile that a job form reads. */
function becomeOwner(displayPhone: string): void {
  const profile = { settings: { whatsapp: { displayPhone } } }
  queryClient.setQueryData(profileQuery().queryKey, profile as never)
}

async function chooseLink(text: string) {
  await openForm()
  await userEvent.click(screen.getByRole('radio', { name: 'By link' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Prefilled message' }), text)
  return within(screen.getByRole('region', { name: 'Trigger' }))
}

test('a job that begins by a link has that link to copy', async () => {
  becomeOwner('+91 98765 43210')
  const person = userEvent.setup()
  const trigger = await chooseLink('Book a table & more')

  const link = 'https://wa.me/919876543210?text=Book%20a%20table%20%26%20more'
  expect(trigger.getByRole('textbox', { name: 'Your link' })).toHaveValue(link)
  await person.click(trigger.getByRole('button', { name: 'Copy the link' }))
  expect(await trigger.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(link)
})

test('without a number the link says where to set one', async () => {
  becomeOwner('')
  const trigger = await chooseLink('Book')

  expect(trigger.getByRole('link', { name: 'Add number' })).toHaveAttribute(
    'href',
    '/settings#whatsapp',
  )
})
