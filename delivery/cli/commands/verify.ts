import { readFileSync } from 'node:fs'

import type { Command } from 'commander'

import { fileUrl } from '../../releases/open-releases.ts'
import { isIntact } from '../../releases/integrity.ts'
import { releaseSchema, type Release } from '../../releases/release.ts'
import { keyIdOf, publicKeyOf } from '../../signing/keys.ts'
import { verifySignature } from '../../signing/verify-signature.ts'
import { signedReleaseAnswer } from '../answers.ts'
import { CommandError } from '../errors.ts'
import { openSession } from '../session.ts'

/** Whether what is served is what was signed. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify <app> <version>')
    .description('checks the signature of a release, and every file of it as the edge serves it')
    .option('--key <file>', 'trust this public key instead of those of the registry')
    .addHelpText('after', '\nExample:\n  errand verify remote-jobs 1.5.0 --key remote-jobs.pub.pem')
    .action(async (app: string, version: string, options: { key?: string }, command: Command) => {
      const { registry, edgeUrl, output } = openSession(command)
      const path = `/apps/${app}/releases/${encodeURIComponent(version)}`
      const answer = await registry.get(path, signedReleaseAnswer)
      const { releaseJson, signature, keyId, publicKeys } = answer
      const trusted = options.key === undefined ? publicKeys : readKey(options.key)
      const bytes = new TextEncoder().encode(releaseJson)
      if (!(await verifySignature(bytes, { keyId, signature }, trusted))) {
        throw new CommandError(
          'refused',
          `${app} ${version} is signed by key ${keyId}, which is not trusted.`,
        )
      }
      const release = releaseSchema.parse(JSON.parse(releaseJson))
      output.progress(`signed by key ${keyId}`)
      const names = Object.keys(release.files)
      for (const name of names) await checkFile(release, name, edgeUrl)
      const value = { app, version, keyId, files: names.length, isGenuine: true }
      output.result(value, `${app} ${version} is genuine: ${names.length} files as signed.`)
    })
}

async function checkFile(release: Release, name: string, edgeUrl: string): Promise<void> {
  const url = `${edgeUrl}${fileUrl(release, name)}`
  const response = await fetch(url).catch(() => undefined)
  if (response === undefined) {
    throw new CommandError('unreachable', `The edge at ${edgeUrl} cannot be reached; see --edge.`)
  }
  if (!response.ok) throw new CommandError('refused', `${url} is answered with ${response.status}.`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!(await isIntact(bytes, release.files[name] ?? ''))) {
    throw new CommandError('refused', `${url} is not the file that was signed.`)
  }
}

function readKey(file: string): Record<string, string> {
  try {
    const publicKey = publicKeyOf(readFileSync(file, 'utf8'))
    return { [keyIdOf(publicKey)]: publicKey }
  } catch {
    throw new CommandError('usage', `${file} is not an Ed25519 public key as PEM.`)
  }
}
