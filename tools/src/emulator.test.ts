import { expect, onTestFinished, test } from 'vitest'

import { startEmulator } from './emulator.ts'
import { freePorts } from './settings.ts'

test('the emulator signs in by phone, and says each code', async () => {
  const [port = 0] = await freePorts(1)
  const codes = Promise.withResolvers<{ phoneNumber: string; code: string }>()
  const server = await startEmulator({ port, project: 'demo-test', onCode: codes.resolve })
  onTestFinished(() => void server.close())
  const post = async (call: string, body: unknown): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(
      `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=a`,
      { method: 'POST', headers, body: JSON.stringify(body) },
    )
    return (await response.json()) as Record<string, unknown>
  }

  const phoneNumber = '+919876543210'
  const { sessionInfo } = await post('sendVerificationCode', { phoneNumber, recaptchaToken: 'a' })
  const sent = await codes.promise
  expect(sent).toMatchObject({ phoneNumber, code: expect.stringMatching(/^\d{6}$/) as unknown })
  const session = await post('signInWithPhoneNumber', { sessionInfo, code: sent.code })
  expect(session).toMatchObject({ phoneNumber, isNewUser: true })
})
