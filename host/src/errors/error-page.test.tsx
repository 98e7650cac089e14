import { releaseSetElementId } from '@errand/contract/release'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { ErrorPage } from './error-page.tsx'

afterEach(() => document.getElementById(releaseSetElementId)?.remove())

function setup() {
  const set = document.createElement('script')
  set.id = releaseSetElementId
  set.type = 'application/json'
  set.textContent = '{"id":"set42","remotes":[]}'
  document.body.append(set)
  window.history.replaceState(null, '', '/jobs/job_1/edit?q=Asha')
  render(<ErrorPage error={new TypeError('x is undefined')} />)
}

test('the page works without router and providers', () => {
  setup()

  expect(screen.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible()
  expect(
    screen.getByText('We encountered an unexpected error. Please try refreshing the page.'),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeEnabled()
})

test('the copied details have the cause and nothing that was typed', async () => {
  const person = userEvent.setup()
  setup()

  await person.click(screen.getByRole('button', { name: 'Copy details' }))

  expect(await screen.findByRole('button', { name: 'Details copied' })).toBeVisible()
  const details = await navigator.clipboard.readText()
  expect(details).toContain('path: /jobs/job_1/edit\n')
  expect(details).toContain('releaseSet: set42')
  expect(details).toContain('error: TypeError: x is undefined')
  expect(details).toMatch(/time: \d{4}-\d\d-\d\dT/)
  expect(details).not.toContain('Asha')
})

test('the details are shown if they cannot be copied', async () => {
  const person = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('NotAllowedError'))
  setup()

  await person.click(screen.getByRole('button', { name: 'Copy details' }))

  expect(await screen.findByText(/TypeError: x is undefined/)).toBeVisible()
})
