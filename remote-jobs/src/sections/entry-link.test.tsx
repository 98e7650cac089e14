import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { connectNumber, openForm } from '../testing/jobs.ts'

async function chooseLink(text: string) {
  await openForm()
  await userEvent.click(screen.getByRole('radio', { name: 'By link' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Prefilled message' }), text)
  return within(screen.getByRole('region', { name: 'When it starts' }))
}

test('a job that starts by link shows the link to copy and a QR code', async () => {
  connectNumber({ provider: 'cloud_api', chatLink: 'https://wa.me/919876543210' })
  const person = userEvent.setup()
  const trigger = await chooseLink('Book a table & more')

  const link = 'https://wa.me/919876543210?text=Book%20a%20table%20%26%20more'
  expect(trigger.getByRole('textbox', { name: 'Your link' })).toHaveValue(link)
  expect(await trigger.findByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await person.click(trigger.getByRole('button', { name: 'Copy Your link' }))
  expect(await trigger.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(link)
})

test('without a number there is a link to the settings', async () => {
  const trigger = await chooseLink('Book')

  expect(trigger.getByRole('link', { name: 'Add number' })).toHaveAttribute(
    'href',
    '/settings#whatsapp',
  )
  expect(trigger.queryByRole('textbox', { name: 'Your link' })).not.toBeInTheDocument()
})
