import type { UpdateSettingsInput, User } from '@errand/contract/auth'
import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient, saveSettings, useSettingsForm } from '@errand/shared-auth'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'

import { answerSettings, cacheOwner, flushNotifications, save } from '../testing/open-settings.tsx'

beforeEach(() => cacheOwner(owner))

/** A form of an earlier release of a remote: it shows the error but offers no choice. */
function EarlierForm() {
  const { data: user = owner } = useQuery(profileQuery())
  const valuesOf = ({ name }: User): UpdateSettingsInput => ({ name })
  const form = useForm({ defaultValues: valuesOf(user) })
  const { save: send, failure } = useSettingsForm({
    id: 'earlier',
    user,
    valuesOf,
    form,
    showErrors: () => false,
    onSaved: () => undefined,
  })
  return (
    <form onSubmit={form.handleSubmit(send)}>
      <input aria-label="Name" {...form.register('name')} />
      <p role="status">{failure}</p>
      <button type="submit">Save</button>
    </form>
  )
}

/** A button of an earlier release of a remote that saves a setting. */
function EarlierButton() {
  const { mutate } = useMutation({ mutationFn: saveSettings })
  return <button onClick={() => mutate({ name: 'Usha' })}>Save</button>
}

test('a setting without a version overwrites the saved one', async () => {
  const api = answerSettings()
  render(
    <QueryClientProvider client={queryClient}>
      <EarlierButton />
    </QueryClientProvider>,
  )
  await save()

  await waitFor(() => expect(api.saved().name).toBe('Usha'))
  expect(api.versions).toEqual([null])
})

test('a form of an earlier release shows a conflict, and saves the next time', async () => {
  const api = answerSettings()
  render(
    <QueryClientProvider client={queryClient}>
      <EarlierForm />
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' R')
  cacheOwner(api.saveElsewhere({ name: 'Usha' }))
  await flushNotifications()
  await save()
  await screen.findByText('This was changed in another tab or on another device.')
  expect(api.saved().name).toBe('Usha')

  await save()
  await waitFor(() => expect(api.saved().name).toBe('Asha R'))
})
