import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { renderHook } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'

import { keep, next, takeSettings } from '../testing/open-settings.tsx'
import { server } from '../testing/server.ts'
import { useLookCommands } from './look-commands.ts'

test('a look that is chosen while another tab saved something is kept all the same', async () => {
  keep(owner)
  const sent = takeSettings(next({}, 8))
  const refusal = {
    type: 't',
    title: 'No',
    status: 412,
    traceId: 't',
    code: 'version_conflict',
    meta: { current: next({}, 7) },
  }
  server.use(
    http.put('*/api/auth/settings', () => HttpResponse.json(refusal, { status: 412 }), {
      once: true,
    }),
  )
  const { result } = renderHook(useLookCommands)
  result.current.find(({ id }) => id === 'theme:dark')?.onSelect()

  await vi.waitFor(() =>
    expect(queryClient.getQueryData(profileQuery().queryKey)?.settings.version).toBe(8),
  )
  expect(sent).toEqual([{ version: '"7"', body: { settings: { ui: { theme: 'dark' } } } }])
})
