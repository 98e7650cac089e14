import { owner } from '@errand/contract/testing/owner'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import {
  answerSettings,
  cacheOwner,
  flushNotifications,
  openSettings,
  save,
} from '../testing/open-settings.tsx'

beforeEach(() => cacheOwner(owner))

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a save elsewhere keeps the focus in the row being typed into', async () => {
  const api = answerSettings()
  openSettings('#replies')
  await press('Add a quick reply')
  const text = screen.getByRole('textbox', { name: 'Text' })
  await userEvent.type(text, 'Hel')
  cacheOwner(api.saveElsewhere({ name: 'Usha' }))
  await flushNotifications()
  await userEvent.keyboard('lo')

  expect(text).toHaveFocus()
  expect(text).toHaveValue('Hello')
})

test('another setting saved elsewhere keeps the caret and does not remount rows', async () => {
  const api = answerSettings()
  openSettings('#hours')
  await press('Add a holiday')
  const occasion = screen.getByRole('textbox', { name: 'Occasion' })
  await userEvent.type(occasion, 'Hoiday')
  await userEvent.type(occasion, 'l', { initialSelectionStart: 2, initialSelectionEnd: 2 })
  const { hours } = owner.settings.business
  const business = { hours: { ...hours, awayMessage: 'Back soon' } }
  cacheOwner(api.saveElsewhere({ settings: { business } }))

  await screen.findByDisplayValue('Back soon')
  expect(occasion).toHaveFocus()
  expect(occasion).toHaveValue('Holiday')
  expect(occasion).toHaveProperty('selectionStart', 3)
})

test('a save elsewhere keeps the caret and the errors of fields', async () => {
  const api = answerSettings()
  openSettings('#business')
  const website = screen.getByRole('textbox', { name: 'Website' })
  await userEvent.clear(website)
  await userEvent.type(website, 'nowhere')
  await save()
  await waitFor(() => expect(website).toBeInvalid())
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Business name' })
  await userEvent.type(name, 'Sunris')
  await userEvent.type(name, 'y', { initialSelectionStart: 2, initialSelectionEnd: 2 })
  cacheOwner(api.saveElsewhere({ name: 'Usha' }))
  await flushNotifications()
  expect(name.selectionStart).toBe(3)
  expect(website).toBeInvalid()

  cacheOwner(api.saveElsewhere({ settings: { business: { description: 'Open late' } } }))
  await screen.findByDisplayValue('Open late')
  expect(name.selectionStart).toBe(3)
  expect(website).toBeInvalid()
})

test('a conflict that appears while Save has the focus does not move it', async () => {
  const api = answerSettings()
  openSettings('#profile')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' R')
  const button = screen.getByRole('button', { name: 'Save' })
  act(() => button.focus())
  cacheOwner(api.saveElsewhere({ name: 'Usha' }))
  await screen.findByRole('button', { name: 'Save mine' })
  expect(button).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('group', { name: /^This was changed/ })).toHaveFocus()
  expect(api.versions).toEqual([])
})
