import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { InvalidArgumentError, type Command } from 'commander'
import * as z from 'zod/mini'

import { appAnswer, appsAnswer } from '../../rollouts/answers.ts'
import { flagNameOf } from '../../rollouts/channel.ts'
import { createKeyPair, deployKey, keyIdOf, keysDir, publicKeyOf } from '../../signing/keys.ts'
import { CommandError } from '../output.ts'
import { noBody } from '../registry-client.ts'
import { openSession, type Session } from '../session.ts'

const keyAnswer = z.object({ keyId: z.string() })
const tokenAnswer = z.object({ token: z.string() })

/** Commands for signing keys and tokens: an admin's work, once per team. */
export function addAccessCommands(program: Command): void {
  addKeyCommands(program.command('keys').description('the keys that sign an app’s releases'))
  addTokenCommands(program.command('tokens').description('the token with which a team publishes'))
}

function addKeyCommands(keys: Command): void {
  keys
    .command('create <app>')
    .description('makes a pair of keys on this machine, where `errand release` finds it')
    .option('--print', 'prints a new pair for a secret store, and keeps nothing')
    .addHelpText('after', '\nExample:\n  errand keys create remote-jobs > remote-jobs.pub.pem')
    .action((app: string, options: { print?: boolean }, command: Command) => {
      const { dataDir, output } = openSession(command)
      const pair = options.print ? createKeyPair() : localKeyPair(dataDir, app)
      const keyId = keyIdOf(pair.publicKey)
      output.progress(`key ${keyId}${options.print ? '' : ` in ${keysDir(dataDir)}/${app}.pem`}`)
      const { publicKey, privateKey } = pair
      if (!options.print) return output.result({ keyId, publicKey }, publicKey.trim())
      return output.result({ keyId, ...pair }, `${privateKey}${publicKey}`.trim())
    })
  keys
    .command('add <app> [file]')
    .description('lets a public key sign an app’s releases; the app is made when it is new')
    .addHelpText('after', '\nExample:\n  errand keys add remote-jobs remote-jobs.pub.pem')
    .action(async (app: string, file: string | undefined, _options: unknown, command: Command) => {
      const { registry, dataDir, output } = openSession(command)
      const publicKey =
        file === undefined ? localKeyPair(dataDir, app).publicKey : readPublicKey(file)
      const options = { body: { publicKey }, action: 'The change' }
      const answer = await registry.post(`/apps/${app}/keys`, keyAnswer, options)
      output.result(answer, `Key ${answer.keyId} signs releases of ${app}.`)
    })
  keys
    .command('list <app>')
    .description('lists the keys that sign an app’s releases')
    .action(async (app: string, _options: unknown, command: Command) => {
      const { registry, output } = openSession(command)
      const { publicKeys } = await registry.get(`/apps/${app}`, appAnswer)
      output.result(publicKeys, Object.keys(publicKeys).join('\n'))
    })
  keys
    .command('remove <app> <keyId>')
    .description('takes the right to sign from a key; what it has signed stays')
    .action(async (app: string, keyId: string, _options: unknown, command: Command) => {
      const { registry, output } = openSession(command)
      const path = `/apps/${app}/keys/${encodeURIComponent(keyId)}`
      await registry.send('DELETE', path, noBody, { action: 'The change' })
      output.result({ keyId }, `Key ${keyId} signs nothing of ${app} any more.`)
    })
}

function addTokenCommands(tokens: Command): void {
  tokens
    .command('create <app>')
    .description('makes a deploy token, which replaces the one before; it is shown only once')
    .addHelpText('after', '\nExample:\n  errand tokens create remote-jobs')
    .action(async (app: string, _options: unknown, command: Command) => {
      const { registry, output } = openSession(command)
      const action = 'The change'
      const answer = await registry.post(`/apps/${app}/token`, tokenAnswer, { action })
      output.progress(`The team of ${app} sets it as ERRAND_TOKEN; it is not shown again.`)
      output.result(answer, answer.token)
    })
  tokens
    .command('remove <app>')
    .description('takes the deploy token from an app')
    .action(async (app: string, _options: unknown, command: Command) => {
      const { registry, output } = openSession(command)
      await registry.send('DELETE', `/apps/${app}/token`, noBody, { action: 'The change' })
      output.result({ app }, `${app} has no deploy token any more.`)
    })
}

function localKeyPair(dataDir: string, app: string) {
  const privateKey = deployKey(dataDir, app)
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

function readPublicKey(file: string): string {
  try {
    return publicKeyOf(readFileSync(file, 'utf8'))
  } catch {
    throw new CommandError('usage', `${join(file)} is not an Ed25519 public key as PEM.`)
  }
}

const collectAnswer = z.object({ versions: z.array(z.string()) })

interface CollectOptions {
  olderThan?: number
  dryRun?: boolean
}

const examples = `
Examples:
  errand gc --older-than 30 --dry-run
  errand gc remote-jobs 1.4.0     whatever its age: pages that run it are told to reload`

/** Commands that free disk space. */
export function addUpkeepCommands(program: Command): void {
  program
    .command('gc [app] [version]')
    .description('deletes the files of old releases that nobody is given or falls back on')
    .option('--older-than <days>', 'only those that are older; 90 unless said otherwise', parseDays)
    .option('--dry-run', 'says what it would delete, and does not do it')
    .addHelpText('after', examples)
    .action(
      async (
        app: string | undefined,
        version: string | undefined,
        options: CollectOptions,
        command: Command,
      ) => {
        const session = openSession(command)
        if (app === undefined || version === undefined)
          return collect(session, app === undefined ? await listApps(session) : [app], options)
        for (const name of ['dryRun', 'olderThan'])
          if (command.getOptionValueSource(name) === 'cli')
            throw new CommandError('usage', 'No option goes with a version.')
        const path = `/apps/${app}/releases/${encodeURIComponent(version)}`
        await session.registry.send('DELETE', path, noBody, { action: 'The deletion' })
        return session.output.result({ deleted: [{ app, version }] }, `Deleted ${app} ${version}.`)
      },
    )
}

async function collect(session: Session, apps: string[], options: CollectOptions): Promise<void> {
  const { olderThan, dryRun = false } = options
  const body = { olderThanDays: olderThan, isDryRun: dryRun }
  const action = dryRun ? undefined : 'The deletion'
  const deleted: { app: string; version: string }[] = []
  for (const app of apps) {
    const { versions } = await session.registry.post(`/apps/${app}/gc`, collectAnswer, {
      body,
      action,
    })
    deleted.push(...versions.map((version) => ({ app, version })))
  }
  const heading = dryRun ? 'Would be deleted:' : 'Deleted:'
  const names = deleted.map(({ app, version }) => `${app} ${version}`)
  const text = names.length === 0 ? 'Nothing to delete.' : [heading, ...names].join('\n')
  session.output.result({ deleted }, text)
}

async function listApps({ registry }: Session): Promise<string[]> {
  const { apps } = await registry.get('/apps', appsAnswer)
  return apps.map(({ app }) => app).filter((app) => flagNameOf(app) === undefined)
}

function parseDays(text: string): number {
  const days = Number(text)
  if (text.trim() !== '' && days >= 0 && days < Infinity) return days
  throw new InvalidArgumentError('A number of days, such as 90.')
}
