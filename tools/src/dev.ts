import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { listApps, readPlace, type App } from '@errand/delivery/build'

import {
  appOrigin,
  edgeProgram,
  launchBuilt,
  runProduct,
  showReady,
  startApi,
  startDatabase,
  type Product,
} from './product.ts'
import { runPrograms, type NodeProgram, type RunningPrograms } from './programs.ts'
import { root } from './root.ts'
import { freePorts, readSettings, type Settings } from './settings.ts'
import { printError, elapsed, messageOf, print } from './terminal.ts'

/** The options of `pnpm dev`. */
interface DevOptions {
  /** The one remote to run from source; the rest of the product runs as built. */
  only?: App
  /** The URL of a shell to run it in; by default a local one. */
  against?: string
}

const usage = `Usage: pnpm dev [--only <remote> [--against <url>]]

  pnpm dev                                              everything from source
  pnpm dev --only chats                                 chats from source, the rest as built
  pnpm dev --only chats --against https://errand.example  chats in a shell that runs elsewhere`

/** The maximum life of a ticket for a development server. */
const ticketLife = '8h'
/** The exit code of `errand` if no registry answers. */
const unreachable = 3

try {
  await dev(readDevOptions(process.argv.slice(2)))
} catch (error) {
  printError(messageOf(error))
  process.exit(2)
}

async function dev({ only, against }: DevOptions): Promise<void> {
  if (only === undefined) {
    await runProduct(async (product) => {
      await launchDev(product)
      showReady(product.settings, { isBuilt: false })
    })
  } else if (against === undefined) {
    const running = appOrigin(readSettings(process.env))
    await runProduct(async (product) => {
      await launchBuilt(product)
      await runLocalRemote(only, appOrigin(product.settings), product.start)
    }, `use it as the shell: --against ${running}`)
  } else {
    await runPrograms(async () => ({
      logsDir: join(readSettings(process.env).dataDir, 'logs'),
      launch: ({ start }) => runLocalRemote(only, against, start),
    }))
  }
}

/** Starts the product on a development server of every app. */
async function launchDev(product: Product): Promise<void> {
  const { settings, start } = product
  await Promise.all([
    startApi(product, startDatabase(product), [
      'api/src',
      'api/dev',
      'contract/src',
      'serving/src',
    ]),
    startDevServers(settings, start).then((pages) => start(edgeProgram(settings, pages))),
  ])
}

/**
 * Starts a development server for every app; returns the settings that tell the edge their
 * addresses.
 */
async function startDevServers(
  settings: Settings,
  start: (program: NodeProgram) => Promise<unknown>,
): Promise<Record<'DEV_HOST_URL' | 'DEV_REMOTES', string>> {
  const apps = listApps(root)
  const ports = await freePorts(apps.length)
  const servers = apps.map((app, index) => ({ ...app, port: ports[index] ?? 0 }))
  const edgeOrigin = `http://localhost:${settings.ports.PORT}`
  await Promise.all(servers.map((server) => start(devProgram(server, edgeOrigin))))

  const urls = servers.map(({ name, port }) => [name, `http://localhost:${port}`] as const)
  const { host = '', ...remotes } = Object.fromEntries(urls)
  return { DEV_HOST_URL: host, DEV_REMOTES: JSON.stringify(remotes) }
}

/** The development server of an app, for pages of this edge. */
function devProgram(
  { name, directory, port }: { name: string; directory: string; port: number },
  edgeOrigin: string,
): NodeProgram {
  return {
    name,
    args: [join(root, 'tools/src/app-dev-server.ts')],
    cwd: directory,
    env: { DEV_PORT: String(port), EDGE_ORIGIN: edgeOrigin, NODE_ENV: 'development' },
  }
}

/** Runs one remote from source inside a released shell, and prints a link to open it. */
async function runLocalRemote(
  { name, directory }: App,
  shell: string,
  start: RunningPrograms['start'],
): Promise<void> {
  const [port = 0] = await freePorts(1)
  const origin = `http://localhost:${port}`
  const { mount } = readPlace(directory)
  // Requested first, because it may be refused.
  const link = await askForLink(shell, ['override', name, origin, '--path', mount])
  const program = devProgram({ name, directory, port }, shell)
  await start({ ...program, env: { ...program.env, DEV_SHELL: 'released' } })
  print(`
${name} runs on this machine, everything else in ${shell}. Open it, for ${ticketLife}; it asks
whether you started this:

  ${link}

Each change reloads the page. Ready in ${elapsed()}. Press Ctrl-C to stop.`)
}

/** Asks the shell's registry for a link with the team's own token, as `errand override` does. */
function askForLink(shell: string, command: string[]): Promise<string> {
  const args = ['--registry', shell, '--edge', shell, ...command, '--for', ticketLife]
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const errand = join(root, 'delivery/cli/errand.ts')
  const child = execFile(process.execPath, [errand, ...args], (error, stdout, stderr) => {
    if (error === null) resolve(stdout.trim())
    else if (child.exitCode === unreachable)
      reject(new Error(`No shell with a registry answers at ${shell}. Is the address right?`))
    else reject(new Error(stderr.trim()))
  })
  return promise
}

/** Reads the arguments of `pnpm dev`; throws one sentence about the first invalid one. */
function readDevOptions(args: string[]): DevOptions {
  const { only, against } = parseOptions(args)
  if (only === undefined && against === undefined) return {}
  if (only === undefined) throw new Error(`--against needs --only.\n\n${usage}`)
  return {
    only: findRemote(only),
    ...(against !== undefined && { against: originOf(against) }),
  }
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({ args, options: { only: { type: 'string' }, against: { type: 'string' } } })
      .values
  } catch (cause) {
    throw new Error(usage, { cause })
  }
}

function findRemote(name: string): App {
  const remotes = listApps(root).filter((app) => app.name.startsWith('remote-'))
  const remote = remotes.find((app) => [app.name, app.name.replace('remote-', '')].includes(name))
  if (remote !== undefined) return remote
  const names = remotes.map((app) => app.name.replace('remote-', '')).join(', ')
  throw new Error(`There is no remote "${name}". There are: ${names}.`)
}

function originOf(address: string): string {
  const url = URL.parse(address)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin
  throw new Error(`"${address}" is not an address such as https://errand.example.`)
}
