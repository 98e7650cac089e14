import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '../../src/platform/database/database.ts'
import { openFileStore } from '../../src/platform/files/open-file-store.ts'
import { startShop, type Shop } from '../billing-fixture.ts'
import { readOperations, type Operation } from '../operations.ts'
import { makeScene } from '../scene.ts'
import { makeStorage, type Storage } from '../storage.ts'
import { type Owner, readAnswer } from '../test-api.ts'
import { kill, personAt, startServer, type TestServer } from '../test-server.ts'
import { claimsOf, emulatorToken } from '../tokens.ts'
import { kinds, makeCall, type Call } from './make-call.ts'
import { createJudge, sendCall, toCurl } from './send-call.ts'
import { createDraw } from './values.ts'

const firstSeed = Number(process.env['CALLS_SEED'] ?? 20_261_128)
/** The only round to make, to repeat a failure. */
const onlyRound = process.env['CALLS_ROUND']

const nowhere = 'http://127.0.0.1:9'

/**
 * Calls every operation of the served document some times a round, each round as an owner of its own,
 * and checks each answer against the document.
 */
export function testCalls({ rounds, maxMs = Infinity }: { rounds: number; maxMs?: number }): void {
  let storage: Storage
  let database: Database
  let shop: Shop
  let server: TestServer

  beforeAll(async () => {
    ;[storage, shop] = await Promise.all([makeStorage(), startShop()])
    database = await storage.open()
    server = await startServer({
      ...storage.environment,
      ...shop.environment,
      // What is drawn names mail servers and addresses: nothing is to go out.
      WORKER: 'off',
      WHATSAPP_GRAPH_URL: nowhere,
      RATE_LIMIT_USER: '0',
      RATE_LIMIT_ADDRESS: '0',
    })
  })

  afterAll(async () => {
    await kill(server)
    await database.close()
    await Promise.all([storage.remove(), shop.simulator.stop()])
  })

  let people = 0
  async function newOwner(): Promise<Owner> {
    people += 1
    const person = personAt(server, people)
    const { body } = await person.signUp()
    return { ...person, id: body.user.id }
  }

  test(`every answer to a call is one that the document describes (seed ${firstSeed})`, async () => {
    const { body: document } = await readAnswer(await fetch(`${server.url}/api/openapi.json`))
    const operations = readOperations(document).filter(({ path }) => !path.startsWith('/api/dev/'))
    const judge = createJudge(document, maxMs)
    const failures: string[] = []

    for (let round = 0; round < rounds; round += 1) {
      if (onlyRound === undefined || round === Number(onlyRound)) await makeRound(round)
    }
    expect(failures.join('\n')).toBe('')

    async function makeRound(round: number): Promise<void> {
      const owner = await newOwner()
      const stranger = await newOwner()
      const files = openFileStore({ directory: storage.environment['FILES_DIR'] ?? '' })
      const scene = await makeScene({ database, fileStore: files }, owner, shop)
      for (const [index, [operation, kind]] of planRound(operations, firstSeed + round).entries()) {
        const usual = kind === 'foreign' ? stranger : owner
        // An account can be deleted once.
        const sender = operation.call === 'DELETE /api/auth/account' ? await newOwner() : usual
        const draw = createDraw(firstSeed + round * 10_000 + index)
        const call = makeCall(draw, operation, kind, { scene, sender })
        const wrong = await check(call, sender)
        if (wrong !== undefined)
          failures.push(`CALLS_ROUND=${round} call ${index}, ${kind}: ${wrong}\n${toCurl(call)}`)
      }
    }

    async function check(call: Call, sender: Owner): Promise<string | undefined> {
      try {
        const token = emulatorToken(claimsOf(sender))
        return judge(call, await sendCall(server.url, call, `Bearer ${token}`))
      } catch (error) {
        return String(error)
      }
    }
  }, 600_000)
}

type Planned = [operation: Operation, kind: (typeof kinds)[number]]

/** Each operation once for each kind, in an order that is drawn; what deletes comes last. */
function planRound(operations: Operation[], seed: number): Planned[] {
  const all = operations.flatMap((operation) => kinds.map((kind): Planned => [operation, kind]))
  const drawn = createDraw(seed)(
    fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
  )
  const isLast = ([{ method }, kind]: Planned) => Number(method === 'DELETE' && kind !== 'foreign')
  return drawn.toSorted((one, other) => isLast(one) - isLast(other))
}
