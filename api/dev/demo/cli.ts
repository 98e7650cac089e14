import { phoneNumberSchema } from '@errand/contract/auth'
import { withDatabase } from '@errand/database'
import { Command, InvalidArgumentError } from 'commander'
import { sql } from 'drizzle-orm'

import { readSettings, type Settings } from '../../src/app/settings.ts'
import { listAccounts } from '../../src/modules/account/account.repo.ts'
import { definition } from '../../src/platform/database/definition.ts'
import { EmulatorAccounts, type Account } from '../../src/platform/identity/emulator-accounts.ts'
import { seedDemo } from './seed-demo.ts'

/** A fictional phone number. */
const defaultPhone = '+12025550123'

interface Options {
  phone: string
  chats: number
  reset?: boolean
}

const program = new Command('seed:demo')
  .description(
    'Fills an account for people to look at: jobs, chats in several languages, answers, orders and invoices of five months. ' +
      'It is stored where DATA_DIR or DATABASE_URL say, as the product itself keeps it; sign in with the number to see it.',
  )
  .option('--phone <number>', 'whose account it is', readPhone, defaultPhone)
  .option('--chats <number>', 'how many chats, of about 24 messages each', readCount, 2000)
  .option('--reset', 'deletes what the account has, and makes it anew')
  .action(run)

await program.parseAsync()

async function run({ phone, chats, reset = false }: Options): Promise<void> {
  const start = performance.now()
  try {
    if (process.env['NODE_ENV'] === 'production')
      throw new Error('Demo data is not for production.')
    const settings = readSettings(process.env)
    await withDatabase(definition, { ...settings, onLost: fail }, async (database) => {
      const { prices } = settings.billing
      const request = { phoneNumber: phone, chats, isReset: reset, prices }
      const counts = await seedDemo(database, request)
      const accounts = await listAccounts(database.queries)
      await addToEmulator(
        settings,
        accounts.filter(({ phoneNumber }) => phoneNumber === phone),
      )
      // So that the first queries have good plans.
      await database.queries.execute(sql`analyze`)
      const lines = Object.entries(counts).map(
        ([what, count]) => `${String(count).padStart(7)} ${what}`,
      )
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      process.stdout.write(`${lines.join('\n')}\nIn ${seconds} s. Sign in with ${phone}.\n`)
    })
  } catch (error) {
    fail(error)
  }
}

/** Adds the account to the emulator, where a sign-in would otherwise create another one with the same number. */
async function addToEmulator(
  { emulatorUrl, project }: Settings,
  accounts: Account[],
): Promise<void> {
  const url = emulatorUrl ?? `http://127.0.0.1:${process.env['IDENTITY_PORT'] || '9099'}`
  // If the emulator is not running, the api adds its accounts when it starts.
  await new EmulatorAccounts(url, project).restore(accounts).catch(() => {})
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function readPhone(text: string): string {
  const parsed = phoneNumberSchema.safeParse(text.replaceAll(/[\s-]/g, ''))
  if (!parsed.success) throw new InvalidArgumentError('Write it as +12025550123.')
  return parsed.data
}

function readCount(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('Not a whole number.')
  return count
}
