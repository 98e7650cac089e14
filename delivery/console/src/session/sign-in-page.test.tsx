import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { knownToken, setUpRegistry } from '../testing/registry.ts'
import { renderConsole } from '../testing/render-console.tsx'

setUpRegistry()

const typeToken = async (token: string) => {
  await userEvent.type(screen.getByLabelText('Token'), token)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('a token opens the console in this tab until sign-out', async () => {
  renderConsole('/', { isSignedIn: false })

  await typeToken(knownToken)

  expect(await screen.findByRole('link', { name: 'remote-jobs' })).toBeVisible()
  expect(screen.getByText('Asha')).toBeVisible()
  expect(Object.values(sessionStorage)).toEqual([knownToken])

  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))

  expect(screen.getByLabelText('Token')).toHaveValue('')
  expect(sessionStorage).toHaveLength(0)
})

test('an invalid token is forgotten and reported', async () => {
  renderConsole('/', { isSignedIn: false })

  await typeToken('errand_console_expired')

  expect(await screen.findByRole('alert')).toHaveTextContent('Your token is not valid any more.')
  expect(sessionStorage).toHaveLength(0)
})
