import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { generateSchema } from '@errand/contract/job-generation'
import { startEndlessServer, temporaryFolder } from '@errand/database/testing'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { makeStorage } from '../../test/storage.ts'
import { kill, personAt, startServer } from '../../test/test-server.ts'
import { compatibleProvider } from '../modules/ai/compatible/compatible-provider.ts'
import { openRazorpay } from '../modules/billing/razorpay.ts'
import { downloadMedia, readNumber } from '../modules/whatsapp/graph.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { fetchLimited, tooLargeAnswers } from '../platform/http/fetch-limited.ts'
import { createAskProvider } from '../platform/identity/ask-provider.ts'
import { firebaseKeys, verifyFirebaseTokens } from '../platform/identity/tokens.ts'

const endless = await startEndlessServer()
const { origin } = endless
afterAll(() => endless.stop())

const logged = vi.fn<(error: unknown) => void>()
beforeAll(() => tooLargeAnswers.subscribe(logged))

const provider = compatibleProvider({ baseUrl: origin, model: 'small-1', apiKey: 'k' })
const request = generateSchema.parse({ prompt: 'A salon' })
const graph = {
  baseUrl: origin,
  accessToken: 'token',
  phoneNumberId: '1',
  wabaId: '2',
  ask: fetchLimited,
}
const identity = {
  uid: 'u',
  phoneNumber: '+919800000001',
  issuedAt: new Date(),
  expiresAt: new Date(),
  authenticatedAt: new Date(),
  token: 't',
}
const payments = openRazorpay({
  isRazorpay: true,
  keyId: 'k',
  keySecret: 's',
  webhookSecret: undefined,
  apiUrl: origin,
  checkoutUrl: '',
})
const bucket = { url: `${origin}/errand`, key: 'k', secret: 's', region: 'us-east-1' }
const files = openFileStore({ s3: bucket })
const fileId = 'fil_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const draft = () =>
  provider.draft('instructions', request, { signal: new AbortController().signal })

const mebibyte = 1024 * 1024
const errorBytes = 64 * 1024
const modelBytes = 2 * mebibyte

interface Case {
  ask: () => Promise<unknown>
  /** What becomes of it. */
  error: object
  answer?: typeof endless.answer
  maxBytes?: number
}

const cases: Record<string, Case> = {
  'the model': {
    ask: () => draft(),
    error: { name: 'AiUnavailable' },
    maxBytes: modelBytes,
  },
  'the model, compressed': {
    ask: () => draft(),
    error: { name: 'AiUnavailable' },
    answer: { isCompressed: true },
    maxBytes: modelBytes,
  },
  'the model, an error': {
    ask: () => draft(),
    error: { name: 'AiUnavailable', message: 'The provider answered 400.' },
    answer: { status: 400 },
    maxBytes: errorBytes,
  },
  WhatsApp: { ask: () => readNumber(graph), error: { code: 131_000, status: 200 } },
  'WhatsApp, an error': {
    ask: () => readNumber(graph),
    error: { code: 0, status: 500 },
    answer: { status: 500 },
    maxBytes: errorBytes,
  },
  'WhatsApp, a file': {
    ask: async () => (await downloadMedia(graph, `${origin}/1`, 1000)).text(),
    error: { name: 'AnswerTooLarge' },
    maxBytes: 1000,
  },
  'the payment provider': {
    ask: async () => payments?.provider.fetchPayment('pay_1'),
    error: { name: 'PaymentProviderError', status: 502 },
  },
  'the identity provider': {
    ask: () => createAskProvider({ apiKey: 'k', emulatorUrl: origin })(identity),
    error: { name: 'AnswerTooLarge' },
  },
  'the bucket': { ask: () => files.delete([fileId]), error: { name: 'AnswerTooLarge' } },
  'the bucket, a file': {
    ask: async () => new Response(await files.read(fileId)).arrayBuffer(),
    error: { name: 'AnswerTooLarge' },
    maxBytes: 128 * mebibyte,
  },
}

test.each(Object.entries(cases))(
  'an answer without an end is left: %s',
  async (_name, { ask, error, answer = {}, maxBytes = 4 * mebibyte }) => {
    endless.answer = answer
    logged.mockClear()

    await expect(ask()).rejects.toMatchObject(error)

    expect(await endless.wasHungUp()).toBe(true)
    const { host } = new URL(origin)
    const message = `${host} answered more than ${maxBytes} bytes`
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message }),
      expect.anything(),
    )
  },
)

test('an answer without an end is left: the keys of the identity provider', async () => {
  endless.answer = {}
  const ask = fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => ask(origin, init))
  onTestFinished(() => void vi.restoreAllMocks())
  const header = Buffer.from('{"alg":"RS256","kid":"1"}').toString('base64url')

  const read = verifyFirebaseTokens('project', firebaseKeys())(`${header}.e30.e30`)

  await expect(read).rejects.toMatchObject({ code: 'service_unavailable' })
  expect(await endless.wasHungUp()).toBe(true)
})

test('a server whose model never stops goes on, and its log names the model', async () => {
  endless.answer = {}
  const storage = await makeStorage()
  const folder = temporaryFolder('errand-log-')
  const logFile = join(folder, 'api.log')
  const model = { AI_BASE_URL: `${origin}/v1`, AI_MODEL: 'small-1' }
  const server = await startServer({ ...storage.environment, ...model }, logFile)
  onTestFinished(async () => {
    await kill(server)
    await storage.remove()
    rmSync(folder, { recursive: true })
  })
  const owner = personAt(server)
  await owner.signUp()

  const { status } = await owner.call('POST', '/api/jobs/generate-instructions', {
    body: { prompt: 'A salon' },
  })

  expect(status).toBe(503)
  expect(await endless.wasHungUp()).toBe(true)
  expect(readFileSync(logFile, 'utf8')).toContain(
    `${new URL(origin).host} answered more than ${modelBytes} bytes`,
  )
})
