import { createHash } from 'node:crypto'
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { readRelease } from '../releases/read-release.ts'
import { releaseFileName, type Release, type RemoteReleaseFile } from '../releases/release.ts'
import { fullWeight } from '../rollouts/channel.ts'
import { createRollouts } from '../testing/rollouts-fixture.ts'

const root = join(import.meta.dirname, '..', '..')
const remoteApps = ['remote-jobs', 'remote-chats', 'remote-billing']

/** The folders of the apps' finished builds. */
export const builds = ['host', ...remoteApps].map((app) => join(root, app, 'dist'))

/** What to publish. */
interface Published {
  /** The product's three, and more like them. */
  remotes: number
  /** How many of them are being rolled out, each to every other visitor. */
  rolledOut: number
}

/** Publishes the product's builds; answers the rollout document. */
export function publishBuilds(releasesDir: string, { remotes, rolledOut }: Published) {
  const rollouts = createRollouts(releasesDir)
  const hostDir = join(releasesDir, '.builds', 'host')
  // A copy: publishing writes a signature beside the files.
  cpSync(join(root, 'host', 'dist'), hostDir, { recursive: true })
  rollouts.publish(hostDir)
  for (let index = 0; index < remotes; index += 1) {
    const model = readRelease(join(root, remoteApps[index % remoteApps.length] ?? '', 'dist'))
    if (model?.kind !== 'remote') throw new Error('Build the apps first: npm run build')
    const app = index < remoteApps.length ? model.app : `remote-more${index}`
    rollouts.publish(buildLike(model, { app, version: model.version, releasesDir }))
    if (index >= rolledOut) continue
    const version = `${model.version}-next`
    rollouts.publish(buildLike(model, { app, version, releasesDir }))
    rollouts.change(app, { type: 'rollout', version, weight: fullWeight / 2 })
  }
  compress(releasesDir)
  const evaluator = rollouts.source.evaluator()
  if (evaluator === undefined) throw new Error('Nothing was published')
  return evaluator.document
}

interface Named {
  app: string
  version: string
  releasesDir: string
}

/** A build of the same size whose bytes, and so hashes, are its own. */
function buildLike(model: RemoteReleaseFile, { app, version, releasesDir }: Named): string {
  const directory = join(releasesDir, '.builds', app, version)
  const name = app.replaceAll('-', '_')
  const isCopied = app === model.app && version === model.version
  cpSync(join(root, model.app, 'dist'), directory, { recursive: true })
  if (isCopied) return directory
  const files = Object.fromEntries(
    Object.keys(model.files).map((file) => {
      const bytes = Buffer.concat([
        readFileSync(join(directory, file)),
        Buffer.from(`/*${app}@${version}*/`),
      ])
      writeFileSync(join(directory, file), bytes)
      return [file, `sha384-${createHash('sha384').update(bytes).digest('base64')}`]
    }),
  )
  const release: Release = {
    ...model,
    app,
    version,
    name,
    files,
    globalName: `${name}__${version.replaceAll(/\W/g, '_')}`,
    trustedTypes: [`errand-${name}__${version.replaceAll(/\W/g, '_')}`],
    place:
      app === model.app
        ? model.place
        : { ...model.place, mount: `/${app}`, label: app, order: 100 },
  }
  writeFileSync(join(directory, releaseFileName), JSON.stringify(release))
  return directory
}

/** As the registry does when a release is published. */
function compress(releasesDir: string): void {
  rmSync(join(releasesDir, '.builds'), { recursive: true, force: true })
  for (const file of readdirSync(releasesDir, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg)$/.test(file)) continue
    const bytes = readFileSync(join(releasesDir, file))
    writeFileSync(join(releasesDir, `${file}.br`), brotliCompressSync(bytes))
    writeFileSync(join(releasesDir, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
}
