import type { UpdateSettingsInput, User } from '@errand/contract/auth'
import { owner } from '@errand/contract/testing/owner'
import { queryClient } from '@errand/shared-auth'
import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { answerSettings, cacheOwner, openSettings, save } from '../testing/open-settings.tsx'

beforeEach(() => cacheOwner(owner))
afterEach(() => focusManager.setFocused(undefined))

const reply = (name: string) => ({ name, text: `Text ${name}` })
const replies = (...names: string[]): UpdateSettingsInput => ({
  settings: { inbox: { quickReplies: names.map(reply) } },
})
const savedReplies = (user: User) => user.settings.inbox.quickReplies.map(({ name }) => name)
const shownReplies = () =>
  screen.queryAllByRole<HTMLInputElement>('textbox', { name: 'Name' }).map(({ value }) => value)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function addReply(name: string) {
  await press('Add a quick reply')
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Name' }).at(-1)!, name)
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Text' }).at(-1)!, `Text ${name}`)
}

/** Adds a quick reply after another tab has saved one, and saves. */
async function saveOverAnother() {
  const api = answerSettings()
  openSettings('#replies')
  await addReply('mine')
  api.saveElsewhere(replies('theirs'))
  await save()
  await screen.findByText(/^This was changed in another tab or on another device\./)
  return api
}

const comeToFront = () => {
  act(() => focusManager.setFocused(false))
  act(() => focusManager.setFocused(true))
}

test('a list saved elsewhere is not overwritten until the owner chooses', async () => {
  const api = await saveOverAnother()

  expect(savedReplies(api.saved())).toEqual(['theirs'])
  expect(shownReplies()).toEqual(['mine'])
  expect(screen.queryByText(/^Saved /)).not.toBeInTheDocument()
  const choice = screen.getByRole('group', { name: /^This was changed in another tab/ })
  expect(choice).toHaveFocus()
  // It takes the focus, so it is not announced a second time.
  expect(within(choice).queryByRole('alert')).not.toBeInTheDocument()
  expect(within(choice).queryByRole('status')).not.toBeInTheDocument()

  await save()
  expect(choice).toHaveFocus()
  expect(savedReplies(api.saved())).toEqual(['theirs'])
})

test('"Save mine" overwrites the newer values', async () => {
  const api = await saveOverAnother()
  await press('Save mine')

  await screen.findByText(/^Saved /)
  expect(savedReplies(api.saved())).toEqual(['mine'])
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
})

test('"Use theirs" loads the newer values, which can be changed further', async () => {
  const api = await saveOverAnother()
  await press('Use theirs')
  expect(shownReplies()).toEqual(['theirs'])
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
  await addReply('mine')
  await save()

  await screen.findByText(/^Saved /)
  expect(savedReplies(api.saved())).toEqual(['theirs', 'mine'])
})

test('"Use theirs" replaces only values that both changed', async () => {
  const api = answerSettings()
  openSettings('#profile')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' R')
  const email = screen.getByRole('textbox', { name: 'E-mail' })
  await userEvent.clear(email)
  await userEvent.type(email, 'mine@shop.example')
  cacheOwner(api.saveElsewhere({ name: 'Usha' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use theirs' }))

  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Usha')
  expect(email).toHaveValue('mine@shop.example')
  await save()
  await screen.findByText(/^Saved /)
  expect(api.saved()).toMatchObject({ name: 'Usha', email: 'mine@shop.example' })
})

test('an open conflict survives a change of section', async () => {
  await saveOverAnother()
  const navigation = screen.getByRole('navigation', { name: 'Sections' })
  await userEvent.click(within(navigation).getByRole('link', { name: 'Profile' }))
  await userEvent.click(within(navigation).getByRole('link', { name: 'Quick replies' }))

  expect(await screen.findByRole('button', { name: 'Save mine' })).toBeVisible()
  expect(shownReplies()).toEqual(['mine'])
})

test('other settings saved elsewhere cause no conflict', async () => {
  const api = answerSettings()
  openSettings('#replies')
  await addReply('mine')
  api.saveElsewhere({ settings: { inbox: { undoSeconds: 10 } } })
  api.saveElsewhere({ name: 'Usha' })
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}')

  await screen.findByText(/^Saved /)
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  expect(api.saved()).toMatchObject({ name: 'Usha', settings: { inbox: { undoSeconds: 10 } } })
  expect(savedReplies(api.saved())).toEqual(['mine'])
  expect(api.versions).toEqual(['"3"', '"5"'])
})

test.each([
  ['that the page has not refetched', () => undefined],
  ['that the page has refetched', comeToFront],
])('a save whose answer was lost does not conflict with a copy %s', async (_, fetchAgain) => {
  const api = answerSettings()
  openSettings('#profile')
  // It is stored without the trailing space.
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' R ')
  api.loseAnswer()
  await save()
  await screen.findByText('Network error. Please check your connection.')
  fetchAgain()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await save()

  await screen.findByText(/^Saved /)
  expect(api.saved().name).toBe('Asha R')
})

test('a tab that gets the focus shows newer values and any conflict', async () => {
  const api = answerSettings()
  openSettings('#profile')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' R')
  api.saveElsewhere({ email: 'u@shop.example' })
  comeToFront()
  await screen.findByDisplayValue('u@shop.example')
  expect(screen.queryByRole('button', { name: 'Save mine' })).not.toBeInTheDocument()

  api.saveElsewhere({ name: 'Usha' })
  comeToFront()
  await screen.findByRole('button', { name: 'Save mine' })
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Asha R')
  // The focus stays in the field while somebody types.
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('a conflict that arises in another section is shown on return', async () => {
  const api = answerSettings()
  openSettings('#replies')
  await addReply('mine')
  await userEvent.click(screen.getByRole('link', { name: 'Profile' }))
  cacheOwner(api.saveElsewhere(replies('theirs')))
  await userEvent.click(screen.getByRole('link', { name: 'Quick replies' }))

  await screen.findByRole('button', { name: 'Save mine' })
  expect(shownReplies()).toEqual(['mine'])
})

test('a password is not saved for another mail server than the one it was typed for', async () => {
  const api = answerSettings()
  openSettings('#smtp')
  const typed = await screen.findByLabelText('Password')
  await userEvent.type(typed, 'secret')
  api.saveElsewhere({ settings: { smtp: { host: 'smtp.other.example' } } })
  await save()

  await screen.findByRole('button', { name: 'Save mine' })
  expect(typed).toHaveValue('secret')
  expect(screen.getByRole('textbox', { name: 'Server' })).toHaveValue('')
  await press('Use theirs')
  expect(screen.getByRole('textbox', { name: 'Server' })).toHaveValue('smtp.other.example')
  expect(typed).toHaveValue('')
})
