import { hostApp, releaseSchema, type Release } from '../../releases/release.ts'
import { findUnsafeName } from '../../signing/signatures.ts'
import { verifySignature, type ReleaseSignature } from '../../signing/signatures.ts'
import { Refusal } from '../refusal.ts'
import type { App } from '../tables/queries.ts'

/** What a release says of itself, and who vouches for it. */
export interface Account {
  /** release.json to the byte. */
  releaseJson: string
  signature: ReleaseSignature
  /** The two files that say it. */
  files: Record<string, Uint8Array>
}

/** Versions are parts of paths and of lists with spaces between them. */
const versionPattern = /^[\da-z][\w.+-]{0,127}$/i

/** The release of an account; throws a `Refusal` unless the app itself vouches for it. */
export function checkRelease({ releaseJson, signature }: Account, app: App): Release {
  const bytes = new TextEncoder().encode(releaseJson)
  if (!verifySignature(bytes, signature, app.publicKeys)) {
    throw new Refusal(
      'forbidden',
      `The signature is by no key of ${app.name} that the registry knows (key ${signature.keyId}).`,
      { isSuspicious: true },
    )
  }
  const release = parse(releaseJson)
  if (release.app !== app.name) {
    throw new Refusal(
      'validation_failed',
      `This is the release.json of ${release.app}, not of ${app.name}.`,
      { isSuspicious: true },
    )
  }
  if (!versionPattern.test(release.version)) {
    throw new Refusal('validation_failed', `"${release.version}" is not a version.`)
  }
  refuseForeignPlace(release)
  const unsafe = findUnsafeName(release.files)
  if (unsafe !== undefined) {
    throw new Refusal('validation_failed', `A release may not have a file called ${unsafe}.`)
  }
  return release
}

/** Only the app called host is the host, and a remote has the path and the names of its own. */
function refuseForeignPlace(release: Release): void {
  const { app } = release
  if (release.kind === 'host' || app === hostApp) {
    if (release.kind === 'host' && app === hostApp) return
    throw new Refusal('forbidden', `${app} cannot be published as a ${release.kind}.`, {
      isSuspicious: true,
    })
  }
  const mount = `/${app.replace(/^remote-/, '')}`
  const name = app.replaceAll('-', '_')
  const { place, name: container, globalName } = release
  if (place.mount === mount && container === name && globalName.startsWith(`${name}__`)) return
  throw new Refusal('forbidden', `${app} lives at ${mount}, as the container ${name}.`, {
    isSuspicious: true,
  })
}

function parse(releaseJson: string): Release {
  try {
    return releaseSchema.parse(JSON.parse(releaseJson))
  } catch (cause) {
    const refusal = new Refusal('validation_failed', 'release.json is not one; build it again.')
    refusal.cause = cause
    throw refusal
  }
}
