import { owner } from '@errand/contract/testing/owner'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { keep, next, open, save, takeSettings } from '../../testing/open-settings.tsx'

test('quick replies are added, written, deleted and saved in their order', async () => {
  const { settings } = owner
  const quickReplies = ['one', 'two', 'three'].map((each) => ({ name: each, text: `Text ${each}` }))
  keep({ ...owner, settings: { ...settings, inbox: { ...settings.inbox, quickReplies } } })
  const sent = takeSettings(next({}))
  open('#replies')
  await userEvent.click(screen.getByRole('button', { name: 'Remove quick reply 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add a quick reply' }))
  await save()
  // What is empty is refused in place.
  const added = screen.getAllByRole('textbox', { name: 'Name' })[2]
  expect(added).toHaveAccessibleDescription(/From 1 to 40 characters/)
  if (added === undefined) throw new Error('Not added')
  await userEvent.type(added, 'parking')
  await userEvent.type(
    screen.getAllByRole('textbox', { name: 'Text' })[2] ?? added,
    'Behind the house.',
  )
  expect(screen.getByRole('button', { name: 'Move parking' })).toBeVisible()
  await save()

  await screen.findByText(/^Saved /)
  const saved = [
    { name: 'one', text: 'Text one' },
    { name: 'three', text: 'Text three' },
    { name: 'parking', text: 'Behind the house.' },
  ]
  expect(sent[0]).toEqual({ settings: { inbox: { quickReplies: saved } } })
})
