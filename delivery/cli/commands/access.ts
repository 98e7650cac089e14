import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Command } from 'commander'
import * as z from 'zod/mini'

import { deployKey, keysDir } from '../../signing/key-files.ts'
import { createKeyPair, keyIdOf, publicKeyOf } from '../../signing/keys.ts'
import { appAnswer } from '../answers.ts'
import { CommandError } from '../errors.ts'
import { nothing } from '../registry-client.ts'
import { openSession } from '../session.ts'

const keyAnswer = z.object({ keyId: z.string() })
const tokenAnswer = z.object({ token: z.string() })

/** Who may sign and publish: an admin's work, once per team. */
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
      const pair = options.print ? createKeyPair() : keptPair(dataDir, app)
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
      const publicKey = file === undefined ? keptPair(dataDir, app).publicKey : readPublicKey(file)
      const answer = await registry.post(`/apps/${app}/keys`, keyAnswer, { body: { publicKey } })
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
      await registry.send('DELETE', `/apps/${app}/keys/${keyId}`, nothing)
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
      const answer = await registry.post(`/apps/${app}/token`, tokenAnswer)
      output.progress(`The team of ${app} sets it as ERRAND_TOKEN; it is not shown again.`)
      output.result(answer, answer.token)
    })
  tokens
    .command('remove <app>')
    .description('takes the deploy token from an app')
    .action(async (app: string, _options: unknown, command: Command) => {
      const { registry, output } = openSession(command)
      await registry.send('DELETE', `/apps/${app}/token`, nothing)
      output.result({ app }, `${app} has no deploy token any more.`)
    })
}

function keptPair(dataDir: string, app: string) {
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
