import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { bareEnvironment, freePort } from '@errand/database/testing'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { makeStorage } from '../../../test/storage.ts'
import { EmulatorAccounts } from './emulator-accounts.ts'

/** The emulator's two admin calls as it was seen to answer them. */
const known = new Map<string, string>()
const accountsPath = '/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts'
const emulator = new Hono()
  .use(async (c, next) => {
    if (c.req.header('authorization') !== 'Bearer owner') return c.json({}, 401)
    return next()
  })
  .post(`${accountsPath}:lookup`, async (c) => {
    const { localId } = await c.req.json<{ localId: string[] }>()
    const users = localId.filter((id) => known.has(id)).map((id) => ({ localId: id }))
    return c.json(users.length > 0 ? { users } : {})
  })
  .post(accountsPath, async (c) => {
    const { localId, phoneNumber } = await c.req.json()
    const isTaken = known.has(localId) || [...known.values()].includes(phoneNumber)
    if (isTaken) return c.json({ error: { message: 'PHONE_NUMBER_EXISTS' } }, 400)
    known.set(localId, phoneNumber)
    return c.json({ localId })
  })
const port = await freePort()
const server = serve({ fetch: emulator.fetch, port, hostname: '127.0.0.1' })
const accounts = new EmulatorAccounts(`http://127.0.0.1:${port}`, 'demo-test')

beforeEach(() => known.clear())
afterAll(() => server.close())

const asha = { uid: 'asha', phoneNumber: '+15550000001' }
const ravi = { uid: 'ravi', phoneNumber: '+15550000002' }

test('missing accounts come back with their ids and numbers, the others stay', async () => {
  known.set(asha.uid, asha.phoneNumber)

  expect(await accounts.knowsAll([asha, ravi])).toBe(false)
  expect(await accounts.restore([asha, ravi])).toBe(1)
  expect(await accounts.knowsAll([asha, ravi])).toBe(true)
  expect(await accounts.restore([asha, ravi])).toBe(0)
  expect([...known]).toEqual([
    ['asha', '+15550000001'],
    ['ravi', '+15550000002'],
  ])
})

test('a number that somebody else has by now keeps nobody else from coming back', async () => {
  known.set('newcomer', asha.phoneNumber)

  expect(await accounts.restore([asha, ravi])).toBe(1)
  expect(known.get('ravi')).toBe(ravi.phoneNumber)
})

test('more accounts than one question takes are all restored', async () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ uid: `u${n}`, phoneNumber: `+1555${n}` }))

  expect(await accounts.restore(many)).toBe(250)
})

test('an account of the demo command can be signed in to as soon as the command has ended', async () => {
  const storage = await makeStorage()
  onTestFinished(() => storage.remove())
  const command = [join(import.meta.dirname, '../../../dev/demo/cli.ts'), '--chats', '2']
  await promisify(execFile)(process.execPath, [...command, '--phone', asha.phoneNumber], {
    env: {
      ...bareEnvironment,
      ...storage.environment,
      IDENTITY_PROJECT: 'demo-test',
      IDENTITY_EMULATOR_URL: `http://127.0.0.1:${port}`,
    },
  })

  expect([...known.values()]).toEqual([asha.phoneNumber])
})
