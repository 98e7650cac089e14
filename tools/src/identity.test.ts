import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { freePorts } from './settings.ts'

test('the emulator signs in by phone, tells each code, and ends with its parent', async () => {
  const [port = 0] = await freePorts(1)
  const identity = fork(join(import.meta.dirname, 'identity.ts'), {
    env: { ...process.env, IDENTITY_PORT: String(port), IDENTITY_PROJECT: 'demo-test' },
  })
  const post = async (call: string, body: unknown): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(
      `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=a`,
      { method: 'POST', headers, body: JSON.stringify(body) },
    )
    return (await response.json()) as Record<string, unknown>
  }
  const [first] = await once(identity, 'message')
  expect(first).toEqual({ type: 'ready' })

  const announced = once(identity, 'message')
  const phoneNumber = '+919876543210'
  const { sessionInfo } = await post('sendVerificationCode', { phoneNumber, recaptchaToken: 'a' })
  const [message] = await announced
  const code = expect.stringMatching(/^\d{6}$/) as unknown
  expect(message).toMatchObject({ type: 'code', phoneNumber, code })

  const told = message as { code: string }
  const session = await post('signInWithPhoneNumber', { sessionInfo, code: told.code })
  expect(session).toMatchObject({ phoneNumber, isNewUser: true })

  identity.disconnect()
  await once(identity, 'exit')
})
