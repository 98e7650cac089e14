import type { UpdateSettingsInput, User } from '@errand/contract/auth'
import type { Settings } from '@errand/contract/settings'
import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Toaster } from 'react-hot-toast'
import { MemoryRouter } from 'react-router-dom'

import { SettingsPage } from '../settings/settings-page.tsx'

/** Puts the owner into the cache. */
export const cacheOwner = (user: typeof owner) =>
  act(() => void queryClient.setQueryData(profileQuery().queryKey, user))

/** Waits until components have received all changes of the cache. */
export const flushNotifications = () =>
  act(() => new Promise<void>((resolve) => notifyManager.schedule(() => resolve())))

/** Opens the settings at a section or with a query. */
export const openSettings = (place = '', facebookSdkUrl?: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/settings${place}`]}>
        <SettingsPage facebookSdkUrl={facebookSdkUrl} />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )

export const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

/** The owner as the api returns them after a change. */
export const changedOwner = (parts: Partial<typeof owner>, version = 4) => ({
  ...owner,
  ...parts,
  settings: { ...owner.settings, version },
})

/** Accepts saved settings and returns this owner. */
export function acceptSettings(answer: typeof owner) {
  const sent: unknown[] = []
  server.use(
    http.put('*/api/auth/settings', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true, user: answer })
    }),
  )
  return sent
}

type SectionName = 'business' | 'inbox' | 'smtp'

/** An api with the settings of one owner, which other tabs and devices change as well. */
export function answerSettings() {
  let user: User = owner
  const versions: (string | null)[] = []
  let isAnswerLost = false
  const take = ({ settings, ...profile }: UpdateSettingsInput) => {
    const sections = Object.entries(settings ?? {}).map(([name, change]) => {
      const { password: _password, ...values } = change as Record<string, unknown>
      return [name, { ...user.settings[name as SectionName], ...values }]
    })
    const version = user.settings.version + 1
    const changed = { ...user.settings, ...Object.fromEntries(sections), version } as Settings
    user = { ...user, ...(profile as Partial<User>), settings: changed }
    return user
  }
  server.use(
    http.get('*/api/auth/profile', () =>
      HttpResponse.json({ success: true, user, isNewUser: false }),
    ),
    http.put('*/api/auth/settings', async ({ request }) => {
      const ifMatch = request.headers.get('if-match')
      versions.push(ifMatch)
      if (ifMatch !== null && ifMatch !== `"${user.settings.version}"`) {
        const meta = { current: user }
        const problem = { type: 't', title: 'No', code: 'version_conflict', traceId: 't', meta }
        return HttpResponse.json({ ...problem, status: 412 }, { status: 412 })
      }
      take((await request.json()) as UpdateSettingsInput)
      if (!isAnswerLost) return HttpResponse.json({ success: true, user })
      isAnswerLost = false
      return HttpResponse.error()
    }),
  )
  return {
    versions,
    saved: () => user,
    saveElsewhere: take,
    loseAnswer: () => void (isAnswerLost = true),
  }
}
