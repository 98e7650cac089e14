import { owner } from '@errand/contract/testing/owner'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'

import { keep, next, open, save, takeSettings } from '../../testing/open-settings.tsx'
import { server } from '../../testing/server.ts'

beforeEach(() => keep(owner))

test('what contacts are told is a section by itself, with the templates that can be sent', async () => {
  const aTemplate = (name: string, parts: object = {}) => ({
    name,
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    body: `Body of ${name}`,
    buttons: [],
    variables: [],
    parameterFormat: 'POSITIONAL',
    updatedAt: '2026-11-21T10:00:00Z',
    ...parts,
  })
  const items = [
    aTemplate('answer_waits'),
    aTemplate('offer', { category: 'MARKETING' }),
    aTemplate('asked', { status: 'PENDING' }),
    aTemplate('blanks', { variables: [{ name: '1', example: 'Ravi' }] }),
  ]
  server.use(
    http.get('*/api/chats/templates', () => HttpResponse.json({ items, nextCursor: null })),
  )
  const sent = takeSettings(next({}))
  open('#messages')
  await userEvent.type(
    screen.getByRole('textbox', { name: 'When your balance is used up' }),
    'Back on Monday.',
  )
  const nudge = screen.getByRole('combobox', { name: 'When an answer waits for a closed window' })
  await within(nudge).findByRole('option', { name: 'answer_waits · Body of answer_waits' })
  expect(within(nudge).getAllByRole('option')).toHaveLength(2)
  await userEvent.selectOptions(nudge, 'answer_waits')
  await save()

  await screen.findByText(/^Saved /)
  const changed = { exhaustedMessage: 'Back on Monday.', nudgeTemplate: 'answer_waits' }
  expect(sent[0]).toEqual({ settings: { assistant: changed } })
})

test('a template that was chosen and cannot be sent any more is shown as such', async () => {
  const { settings } = owner
  const assistant = { ...settings.assistant, nudgeTemplate: 'old_one' }
  keep({ ...owner, settings: { ...settings, assistant } })
  server.use(
    http.get('*/api/chats/templates', () => HttpResponse.json({ items: [], nextCursor: null })),
  )
  open('#messages')

  expect(await screen.findByRole('option', { name: 'old_one (cannot be used now)' })).toBeVisible()
  expect(screen.getByRole('combobox')).toHaveValue('old_one')
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription(/no such template/)
})
