import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ensureInstalled } from './install.mjs'
import { runCommand } from './run-command.mjs'

const commands = ['start', 'dev', 'build', 'test', 'create-remote']

/**
 * Installs what is missing, then runs one of the repository's commands on the Node it pins.
 * @param {string[]} args
 */
export async function main([command = '', ...args]) {
  if (!commands.includes(command)) {
    console.error(`Usage: node tools/bootstrap.mjs <${commands.join('|')}>`)
    process.exitCode = 1
    return
  }
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
  try {
    await ensureInstalled(root)
    process.exitCode = await runCommand(root, command, args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
