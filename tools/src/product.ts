import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'

import { prepareLocalServer } from '@errand/database'

import { startEmulator } from './emulator.ts'
import { runPrograms, type NodeProgram, type RunningPrograms } from './programs.ts'
import { root } from './root.ts'
import { checkPorts, claimDataDir, readSettings, type Settings } from './settings.ts'
import { elapsed, print, progress, table } from './terminal.ts'

/** A copy of the product that is being started. */
export interface Product extends RunningPrograms {
  settings: Settings
}

/**
 * Starts the product, keeps it running, and exits with all of its programs. `advice` is for a
 * developer who already runs a copy.
 */
export function runProduct(
  launch: (product: Product) => Promise<void>,
  advice?: string,
): Promise<void> {
  return runPrograms(async () => {
    const settings = readSettings(process.env)
    claimDataDir(settings.dataDir, advice)
    await checkPorts(settings.ports)
    return {
      logsDir: join(settings.dataDir, 'logs'),
      launch: (running) => launch({ ...running, settings }),
    }
  })
}

/** Starts the product with built apps, as in production. */
export async function launchBuilt(product: Product): Promise<void> {
  const { settings, start } = product
  const delivery = deliveryProgram(settings)
  const database = startDatabase(product)
  await Promise.all([
    startApi(product, database),
    database.then(() => publish(product, delivery.env)).then(() => start(delivery)),
  ])
}

/** Starts the api and the identity emulator. */
export async function startApi(
  { settings, start }: Product,
  database: Promise<void>,
  watched?: string[],
): Promise<void> {
  // The emulator forgets everything; the api restores its accounts before it is ready.
  await Promise.all([startIdentity(settings), database])
  await start({ ...apiProgram(settings), ...(watched !== undefined && { watched }) })
}

/** In a separate process, because building takes memory that is not needed afterwards. */
async function publish({ run }: Product, env: Record<string, string>): Promise<void> {
  const isDone = await run([join(root, 'tools/src/build.ts'), '--publish'], env)
  // The build has printed the reason.
  if (!isDone) throw new Error('The apps could not be built and published.')
}

/** Runs the PostgreSQL of the data directory, unless the settings name another one. */
export async function startDatabase({ settings, start }: Product): Promise<void> {
  const { dataDir, databaseUrl } = settings
  if (databaseUrl !== undefined) return
  const oldFolders = ['db', 'registry']
    .map((name) => join(dataDir, name))
    .filter((folder) => existsSync(join(folder, 'PG_VERSION')))
  if (oldFolders.length > 0) {
    print(
      `Errand now keeps its data in PostgreSQL and begins anew; what an earlier version kept stays untouched in ${oldFolders.join(' and ')}.`,
    )
  }
  const server = await prepareLocalServer(dataDir)
  if (server === undefined) {
    throw new Error(`Another command uses the database in ${dataDir}; try again when it has ended.`)
  }
  await start({ name: 'database', launch: server.start })
}

const localUrl = (port: number): string => `http://127.0.0.1:${port}`

/** Starts the identity emulator, and prints each code that it would send. */
async function startIdentity({ ports, project }: Settings): Promise<void> {
  await startEmulator({
    port: ports.IDENTITY_PORT,
    project,
    onCode: ({ phoneNumber, code }) =>
      print(`Sign-in code ${code} for ${maskedNumber(phoneNumber)}`),
  })
  progress('identity ready')
}

/** The api, which also does the work behind its calls: a process of its own for it would take 150 MB. */
function apiProgram({ ports, project, dataDir, databaseUrl }: Settings): NodeProgram {
  return {
    name: 'api',
    // By the memory of a large machine V8 lets the heap grow, and gives little of it back.
    args: [
      '--max-semi-space-size=16',
      '--max-old-space-size=512',
      join(root, 'api/src/app/server.ts'),
    ],
    env: {
      API_PORT: String(ports.API_PORT),
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      IDENTITY_PROJECT: project,
      IDENTITY_EMULATOR_URL: localUrl(ports.IDENTITY_PORT),
      // The base of links in e-mails.
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? appOrigin({ ports }),
      // Nothing leaves this machine unless the environment names a real service.
      SIMULATORS: '1',
      MAIL_PORT: String(ports.MAIL_PORT),
    },
  }
}

/** The registry, which knows what releases run and for whom, with its edge in one process. */
function deliveryProgram(settings: Settings): NodeProgram {
  const { ports, databaseUrl } = settings
  const REGISTRY_URL = `${localUrl(ports.REGISTRY_PORT)}/registry`
  return {
    name: 'delivery',
    args: [join(root, 'delivery/local-server.ts')],
    env: {
      ...edgeProgram(settings, { REGISTRY_URL }).env,
      REGISTRY_PORT: String(ports.REGISTRY_PORT),
      // It may share the api's database: each has its own tables.
      ...(databaseUrl !== undefined && {
        REGISTRY_DATABASE_URL: process.env['REGISTRY_DATABASE_URL'] || databaseUrl,
      }),
    },
  }
}

/** The edge; `pages` tells where its pages come from. */
export function edgeProgram(settings: Settings, pages: Record<string, string>): NodeProgram {
  const { ports, project, dataDir } = settings
  return {
    name: 'edge',
    args: [join(root, 'delivery/edge/server.ts')],
    env: {
      PORT: String(ports.PORT),
      API_URL: localUrl(ports.API_PORT),
      DATA_DIR: dataDir,
      IDENTITY_PROJECT: project,
      IDENTITY_EMULATOR_URL: localUrl(ports.IDENTITY_PORT),
      LOCAL_REMOTES: '1',
      // The api's payment simulator, unless the environment has the keys of a real account.
      ...(process.env['PAYMENT_KEY_ID'] === undefined && {
        PAYMENT_CHECKOUT_URL: `http://localhost:${ports.API_PORT}/simulator/razorpay/v1/checkout.js`,
      }),
      // The api's simulated Facebook, unless the environment names a real Meta app.
      ...(process.env['META_APP_ID'] === undefined && {
        META_SDK_URL: `http://localhost:${ports.API_PORT}/simulator/facebook/sdk.js`,
      }),
      ...pages,
    },
  }
}

/** The address of the product. */
export function appOrigin({ ports }: Pick<Settings, 'ports'>): string {
  // The edge reads this setting itself.
  const scheme = process.env['TLS_CERT_FILE'] === undefined ? 'http' : 'https'
  return `${scheme}://localhost:${ports.PORT}`
}

/** Prints all addresses once everything has started; with built apps there is a console. */
export function showReady(
  { ports, dataDir, databaseUrl }: Settings,
  { isBuilt }: { isBuilt: boolean },
): void {
  const app = appOrigin({ ports })
  const simulators = `http://localhost:${ports.API_PORT}/simulator`
  const rows: [string, string][] = [
    ['App', app],
    ['API documentation', `${app}/api/docs`],
    ['Sign-in codes', `${app}/dev/codes`],
    ['Phone', `${simulators}, to write as a customer`],
    ['Inbox', `${simulators}/mail, as a mail server localhost:${ports.MAIL_PORT}`],
    ...(isBuilt ? [consoleRow(ports.REGISTRY_PORT)] : []),
    ['Data', [...dataLocations(dataDir, databaseUrl)].join(', ')],
  ]
  print(`\n${table(rows)}\n\nReady in ${elapsed()}. Press Ctrl-C to stop.`)
}

const consoleRow = (port: number): [string, string] => [
  'Console',
  `http://localhost:${port}/console, to roll out releases; "npx pnpm errand token" signs in`,
]

/** The data directory, and the database if it is elsewhere. */
function* dataLocations(dataDir: string, databaseUrl: string | undefined): Generator<string> {
  yield shortPath(dataDir)
  if (databaseUrl !== undefined) yield 'the database at DATABASE_URL'
  else if (lstatSync(join(dataDir, 'postgres')).isSymbolicLink()) {
    yield `the database in ${realpathSync(join(dataDir, 'postgres'))}`
  }
}

function shortPath(path: string): string {
  const fromRoot = relative(root, path)
  return fromRoot.startsWith('..') ? path : fromRoot
}

/** A masked phone number that its owner recognizes: `+91 ••••• ••210`. */
function maskedNumber(phoneNumber: string): string {
  const digits = phoneNumber.replace(/^\+/, '')
  // Country codes have one to three digits; two are enough to recognize one's own number.
  const codeLength = /^[17]/.test(digits) ? 1 : 2
  const hidden = '•'.repeat(Math.max(digits.length - codeLength - 3, 0))
  return `+${digits.slice(0, codeLength)} ${hidden.slice(0, 5)} ${hidden.slice(5)}${digits.slice(-3)}`
}
