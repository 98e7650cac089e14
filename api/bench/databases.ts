import { openDatabase } from '@errand/database'
import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'

import { definition } from '../src/database/definition.ts'
import { users } from '../src/database/schema.ts'
import { seedDemo } from '../src/demo/seed-demo.ts'
import { readSettings } from '../src/settings.ts'
import { claimsOf, emulatorToken } from '../test/tokens.ts'
import { copyOwner } from './copy-owner.ts'

/** How much there is to measure on. */
export interface Size {
  owners: number
  /** Of the owner who is measured; each of the others has a tenth of it. */
  sessions: number
  messages: number
  exported: number
}

/** As the product has to stand it: with a thousand owners 100 000 chats and three million messages. */
export const wholeSize: Size = { owners: 1000, sessions: 1000, messages: 30_000, exported: 50_000 }
export const smallSize: Size = { owners: 50, sessions: 400, messages: 8000, exported: 50_000 }

/** Somebody of the bench. */
export interface BenchOwner {
  uid: string
  id: string
  token: string
}

const measured = '+12025550101'
const exporting = '+12025550102'

/** The database of a small product: the measured owner and nobody else. */
export async function makeSmall(serverUrl: string, size: Size) {
  const url = await createDatabase(serverUrl, 'small')
  return { url, owner: await seedOwner(url, measured, size) }
}

/** The same owner among all the others, and one with much to export. */
export async function makeLarge(serverUrl: string, size: Size) {
  const url = await createDatabase(serverUrl, 'large')
  const owner = await seedOwner(url, measured, size)
  const client = new Client({ connectionString: url })
  await client.connect()
  await copyOwner(client, owner.id, size.owners - 1)
  await client.end()
  const sessions = Math.ceil(size.exported / 80)
  const exporter = await seedOwner(url, exporting, { sessions, messages: size.exported })
  return { url, owner, exporter }
}

/** The token of the nth copy of the measured owner. */
export const tokenOfCopy = (index: number): string => tokenOf(`bench-${index}`)

const tokenOf = (uid: string) => emulatorToken(claimsOf({ uid }))

async function seedOwner(
  databaseUrl: string,
  phoneNumber: string,
  size: { sessions: number; messages: number },
): Promise<BenchOwner> {
  const database = await openDatabase(definition, {
    databaseUrl,
    dataDir: '',
    onIdleError: () => {},
  })
  const { prices } = readSettings({}).billing
  const { sessions, messages } = size
  await seedDemo(database, { sessions, messages, phoneNumber, prices, seed: 1, isReset: false })
  const { queries } = database
  const [{ uid, id } = { uid: '', id: '' }] = await queries
    .select({ uid: users.uid, id: users.id })
    .from(users)
    .where(eq(users.phoneNumber, phoneNumber))
  await queries.execute(sql`analyze`)
  await database.close()
  return { uid, id, token: tokenOf(uid) }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await queryAlone(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

/** Asks on a connection of its own; of several statements the last one's answer. */
export async function queryAlone(
  connectionString: string,
  statements: string,
): Promise<{ rows: Record<string, unknown>[] }> {
  const client = new Client({ connectionString })
  await client.connect()
  const answer = await client.query(statements)
  await client.end()
  return (Array.isArray(answer) ? answer.at(-1) : answer) as {
    rows: Record<string, unknown>[]
  }
}
