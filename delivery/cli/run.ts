import { Command, CommanderError } from 'commander'

import { isAppName, isVisitorId } from '../rollouts/channel.ts'
import { addAccessCommands, addUpkeepCommands } from './commands/admin.ts'
import { addChangeCommands } from './commands/changes.ts'
import { addFlagsCommand, addHistoryCommand, addWhyCommand } from './commands/inspect.ts'
import { addOverrideCommand, addPreviewCommand } from './commands/links.ts'
import { addReleaseCommand } from './commands/release.ts'
import { addSetupCommand } from './commands/setup.ts'
import { addErrorsCommand, addStatusCommand } from './commands/status.ts'
import { addTokenCommand } from './commands/token.ts'
import { CommandError, exitCodes } from './output.ts'
import type { Shell } from './session.ts'

const examples = `
Examples:
  errand release remote-jobs                        build, sign and publish
  errand rollout remote-jobs latest --to 5%         to the first visitors
  errand rollout remote-jobs latest --plan careful  further by itself, as errand.json says
  errand status --watch                             who runs what, and how it does
  errand promote remote-jobs --reason "no errors"   to everybody
  errand rollback remote-jobs                       and back

Settings, in the environment:
  ERRAND_REGISTRY          the registry's address; http://localhost:3000, or PORT, unless it is set
  ERRAND_TOKEN             the deploy token; or ERRAND_TOKEN_FILE. Not needed on this machine
  ERRAND_SIGNING_KEY       the private key as PEM; or ERRAND_SIGNING_KEY_FILE. Likewise
  ERRAND_EDGE              the address of the pages; the registry's unless said otherwise
  ERRAND_ACTOR             who you are, for the history

Exit codes: 0 done, 1 refused, 2 called wrongly, 3 the registry cannot be reached or does not
answer, 4 somebody else was faster, 5 something failed, here or in the registry`

/** Runs one command and gives back its exit code. */
export async function run(argv: string[], shell: Shell = process): Promise<number> {
  try {
    await createProgram(shell).parseAsync(argv, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help or the version was requested; everything else has been printed to stderr.
      return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    }
    if (error instanceof CommandError) {
      shell.stderr.write(`${error.message}\n`)
      return error.exitCode
    }
    shell.stderr.write(`${describeFault(error)}\n`)
    return exitCodes.failed
  }
}

/** An error of the system, such as a full disk, as a sentence; a bug with its stack. */
function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'syscall' in error ? `It failed on this machine: ${error.message}` : (error.stack ?? '')
}

/** A name with a slash would be another address of the registry, and a short id nobody's. */
function refuseImpossibleNames({ registeredArguments, args }: Command): void {
  const typed = (name: string) =>
    args[registeredArguments.findIndex((argument) => argument.name() === name)]
  const [app, visitor] = [typed('app'), typed('visitor')]
  if (app !== undefined && !isAppName(app))
    throw new CommandError('usage', `There can be no app called "${app}".`)
  if (visitor !== undefined && !isVisitorId(visitor)) {
    throw new CommandError(
      'usage',
      `"${visitor}" is no visitor's id, such as vAyIaUH1s0E321W9CR-sLk: /why in the visitor's browser shows it.`,
    )
  }
}

function createProgram(shell: Shell): Command {
  const program = new Command('errand')
    .setOptionValue('shell', shell)
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void shell.stderr.write(text),
    })
    .description('Ships releases: to a few people first, to everybody, and back.')
    .option('--registry <url>', 'the registry to talk to')
    .option('--edge <url>', 'the address of the pages')
    .option('--json', 'the answer as JSON')
    .addHelpText('after', examples)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(errand help <command> shows how it is called)')
    .exitOverride()
    .hook('preAction', (_program, command) => refuseImpossibleNames(command))
  const groups = [
    addSetupCommand,
    addReleaseCommand,
    addPreviewCommand,
    addChangeCommands,
    addStatusCommand,
    addErrorsCommand,
    addWhyCommand,
    addOverrideCommand,
    addHistoryCommand,
    addFlagsCommand,
    addUpkeepCommands,
    addAccessCommands,
    addTokenCommand,
  ]
  for (const add of groups) add(program)
  return program
}
