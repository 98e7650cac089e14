import { deviceIdHeader, deviceIdSchema } from '@errand/contract/sign-ins'
import { act, renderHook, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { isApiError, userMessage } from '../api/api-error.ts'
import { api } from '../api/api.ts'
import { server } from '../testing/page.tsx'
import { useCodeQuestion } from './recent-sign-in.ts'
import { endSession, getSession, setSession, setTokenSource } from './session.ts'

const seen: string[] = []
const tokens = vi.fn<(force: boolean) => Promise<string>>()

beforeEach(() => {
  seen.length = 0
  tokens.mockReset().mockImplementation(async (force) => (force ? 'new' : 'old'))
  setSession({ status: 'signed-in', user: { uid: 'u1', phoneNumber: '+919876543210' } })
  setTokenSource(tokens)
})

const problem = (status: number, code: string) =>
  HttpResponse.json({ type: 't', title: 'No', status, code, traceId: 't' }, { status })

/** Answers calls with these tokens, all others with the refusal. */
function accept(accepted: string[], refuse: () => Response) {
  server.use(
    http.all('*/api/jobs', ({ request }) => {
      const token = request.headers.get('authorization') ?? ''
      seen.push(token)
      return accepted.includes(token) ? HttpResponse.json({ ok: true }) : refuse()
    }),
  )
}

describe('S4: a sign-in that was ended on another device', () => {
  const refuse = () => problem(401, 'signed_out')

  test('ends the session with its own reason, without a new token', async () => {
    accept([], refuse)

    await expect(api.get('jobs')).rejects.toMatchObject({ status: 401 })

    expect(getSession()).toEqual({ status: 'signed-out', reason: 'ended' })
    expect(tokens).not.toHaveBeenCalledWith(true)
  })

  test('continues when another tab has signed in again on this device', async () => {
    accept(['Bearer of another tab'], () => {
      tokens.mockResolvedValue('of another tab')
      return refuse()
    })

    await api.get('jobs')

    expect(seen).toEqual(['Bearer old', 'Bearer of another tab'])
    expect(getSession().status).toBe('signed-in')
  })
})

describe('S21: a call that needs a recent sign-in', () => {
  const refuse = () => problem(403, 'recent_sign_in_required')
  const question = () => renderHook(useCodeQuestion).result

  test('is repeated unchanged after the owner confirms a code', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put('*/api/jobs', async ({ request }) => {
        bodies.push(await request.json())
        const isRecent = request.headers.get('authorization') === 'Bearer recent'
        return isRecent ? HttpResponse.json({ ok: true }) : refuse()
      }),
    )
    const asked = question()
    const call = api.put('jobs', { json: { name: 'x' } }).json()
    await waitFor(() => expect(asked.current).toBeDefined())
    tokens.mockResolvedValue('recent')
    act(() => asked.current?.settle(true))

    expect(await call).toEqual({ ok: true })
    expect(bodies).toEqual([{ name: 'x' }, { name: 'x' }])
    expect(asked.current).toBeUndefined()
  })

  test('shares one question with parallel calls', async () => {
    accept(['Bearer recent'], refuse)
    const asked = question()
    const calls = Promise.all([api.delete('jobs'), api.delete('jobs')])
    await waitFor(() => expect(seen).toHaveLength(2))
    await waitFor(() => expect(asked.current).toBeDefined())
    tokens.mockResolvedValue('recent')
    act(() => asked.current?.settle(true))
    await calls

    expect(asked.current).toBeUndefined()
    expect(seen).toHaveLength(4)
  })

  test('does not ask if the owner confirmed a code during the call', async () => {
    accept(['Bearer recent'], () => {
      tokens.mockResolvedValue('recent')
      return refuse()
    })

    await api.delete('jobs')

    expect(seen).toEqual(['Bearer old', 'Bearer recent'])
  })

  test('fails with its own message when the owner does not confirm', async () => {
    accept([], refuse)
    const asked = question()
    const call = api.delete('jobs').catch((reason: unknown) => reason)
    await waitFor(() => expect(asked.current).toBeDefined())
    act(() => asked.current?.settle(false))

    expect(userMessage(await call)).toBe('Nothing was done: you did not confirm the code.')
    expect(seen).toEqual(['Bearer old'])
    expect(getSession().status).toBe('signed-in')
  })

  test('closes the question when the session ends', async () => {
    accept([], refuse)
    const asked = question()
    const call = api.delete('jobs').catch((reason: unknown) => reason)
    await waitFor(() => expect(asked.current).toBeDefined())
    act(() => endSession('left'))

    expect(isApiError(await call)).toBe(true)
    await waitFor(() => expect(asked.current).toBeUndefined())
  })
})

test('S22: each call has the device id, the same after signing out', async () => {
  const devices: (string | null)[] = []
  server.use(
    http.get('*/api/jobs', ({ request }) => {
      devices.push(request.headers.get(deviceIdHeader))
      return HttpResponse.json({})
    }),
  )
  await api.get('jobs')
  endSession('left')
  setSession({ status: 'signed-in', user: { uid: 'u2', phoneNumber: '+919876543211' } })
  setTokenSource(tokens)
  await api.get('jobs')

  expect(deviceIdSchema.safeParse(devices[0]).success).toBe(true)
  expect(devices[1]).toBe(devices[0])
})
