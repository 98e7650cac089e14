// Started by whatever Node the machine has, before anything is installed: plain JavaScript.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const isWindows = process.platform === 'win32'
const commands = ['start', 'dev', 'build', 'test', 'create-remote']

const [command = '', ...args] = process.argv.slice(2)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 12)) {
  fail(
    `Errand needs Node 20.12 or newer to start; this is Node ${process.versions.node}. Install it from https://nodejs.org and run the command again.`,
  )
} else if (!commands.includes(command)) {
  fail(`Usage: node tools/bootstrap.mjs <${commands.join('|')}>`)
} else if (installPackages()) {
  runCommand()
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exitCode = 1
}

/** Installs what the lockfile says, by the pinned pnpm; whether it worked. Half a second when all is there. */
function installPackages() {
  const isFirst = !existsSync(join(root, 'node_modules', '.modules.yaml'))
  if (isFirst) console.log('Installing packages (the first time takes about a minute)')
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const pnpm = existsSync(join(bin, 'pnpm'))
    ? [join(bin, 'pnpm')]
    : ['npx', '--yes', packageManager]
  const install = ['install', '--frozen-lockfile', '--prefer-offline', '--prod=false']
  const { status } = spawnSync(
    /** @type {string} */ (pnpm[0]),
    [...pnpm.slice(1), ...install, ...(isFirst ? [] : ['--loglevel=error'])],
    // CI keeps pnpm from asking questions. The commands of npm are .cmd files on Windows.
    { cwd: root, stdio: 'inherit', env: { ...process.env, CI: 'true' }, shell: isWindows },
  )
  if (status !== 0) fail('The packages could not be installed; pnpm says why above.')
  else if (isFirst) useGitHooks()
  return status === 0
}

/** Points git at `.githooks`, unless this is no checkout or has hooks of its own. */
function useGitHooks() {
  if (process.env['CI'] || !existsSync(join(root, '.git'))) return
  const git = (/** @type {string[]} */ ...rest) =>
    spawnSync('git', ['config', ...rest], { cwd: root })
  if (git('--get', 'core.hooksPath').status !== 0) git('core.hooksPath', '.githooks')
}

/** Runs `tools/src/<command>.ts` on the Node that the project pins. */
function runCommand() {
  const node = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')
  const child = spawn(node, [join(root, 'tools', 'src', `${command}.ts`), ...args], {
    cwd: root,
    // The channel ends with this process, however it ends: the command sees that and stops too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // The servers are read as TypeScript: what was compiled once is kept for every later start.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      ...process.env,
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGTERM']
  })
}
