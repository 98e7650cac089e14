import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { readPlace } from '@errand/delivery/build'

import type { App } from '../apps/apps.ts'
import { root } from '../root.ts'
import { freePorts } from '../settings/ports.ts'
import { elapsed, say } from '../terminal/report.ts'
import { devProgram } from './dev-servers.ts'
import type { Running } from './run-programs.ts'

/** As long as a ticket for a development server may be: a day's work. */
const ticketLife = '8h'
/** The exit code of `errand` when nothing that is a registry answers. */
const unreachable = 3

/** Runs one remote from source inside a shell that was released, and tells how to open it. */
export async function runLocalRemote(
  { name, directory }: App,
  shell: string,
  start: Running['start'],
): Promise<void> {
  const [port = 0] = await freePorts(1)
  const origin = `http://localhost:${port}`
  const { mount } = readPlace(directory)
  // First, as it may be refused: the server would be started for nothing.
  const link = await askForLink(shell, ['override', name, origin, '--path', mount])
  const program = devProgram({ name, directory, port }, shell)
  await start({ ...program, env: { ...program.env, DEV_SHELL: 'released' } })
  say(`
${name} runs on this machine, everything else in ${shell}. Open it, for ${ticketLife}; it asks
whether you started this:

  ${link}

Each change reloads the page. Ready in ${elapsed()}. Press Ctrl-C to stop.`)
}

/** Asks the registry behind the shell, by the team's own token, as `errand override` does. */
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
