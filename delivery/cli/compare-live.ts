import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { flagNameOf, stableOf } from '../rollouts/channel.ts'
import { isIntact } from '../releases/integrity.ts'
import { hostApp, releaseSchema, type Release } from '../releases/release.ts'
import { compareTypes, type Pair } from '../types/compare.ts'
import {
  declarationsFile,
  declarationsSchema,
  sharedLibrary,
  type Declarations,
} from '../types/declarations.ts'
import { appsAnswer, signedReleaseAnswer, typesAnswer, type ChannelAnswer } from './answers.ts'
import { CommandError } from './errors.ts'
import { newestRelease } from './resolve-version.ts'
import type { Session } from './session.ts'

/** A build, or a release, with its types. */
interface Typed {
  release: Release
  declarations: Declarations
}

/** A release that a build may meet in a page. */
export interface Counterpart {
  app: string
  version: string
}

/** What came of comparing a build's types with those of one release. */
interface Verdict extends Counterpart {
  /** Whether visitors may be running it now; others they may fall back to. */
  isLive: boolean
  /** What does not agree, in TypeScript's words. */
  problems: string[]
}

/**
 * The releases with whose types those of a build agree, of all that it may meet. Throws when pages
 * would break by it.
 */
export async function findFits(
  session: Session,
  build: { release: Release; distDir: string },
): Promise<Counterpart[]> {
  const { app, version } = build.release
  const verdicts = await compare(session, build)
  const misfits = verdicts.filter((verdict) => !isFit(verdict))
  const sentences = misfits.map((other) =>
    [`${app} ${version} does not fit ${other.app} ${other.version}:`, ...other.problems].join('\n'),
  )
  if (verdicts.some(({ app: name }) => isLost(name, verdicts))) {
    session.output.refusal({ app, version, misfits })
    throw new CommandError('refused', sentences.join('\n\n'))
  }
  // Pages with those are given another release, which fits.
  for (const sentence of sentences) session.output.progress(sentence)
  return verdicts.filter(isFit).map((other) => ({ app: other.app, version: other.version }))
}

const isFit = ({ problems }: Verdict): boolean => problems.length === 0

/** Whether no live release of an app agrees with the build. */
function isLost(app: string, verdicts: Verdict[]): boolean {
  const live = verdicts.filter((verdict) => verdict.isLive && verdict.app === app)
  return live.length > 0 && !live.some(isFit)
}

async function compare(
  session: Session,
  { release, distDir }: { release: Release; distDir: string },
): Promise<Verdict[]> {
  if (release.contract === undefined) return []
  const declarations = parse(await readFile(join(distDir, declarationsFile), 'utf8'))
  const met = await releasesMet(session, release)
  if (met.length === 0) return []
  session.output.progress(
    `comparing types with those of ${met.length === 1 ? 'one release' : `${met.length} releases`}`,
  )
  const pairs = met.map((other) => pairOf({ release, declarations }, other))
  const problems = await compareTypes(session.root, pairs)
  return met.map(({ release: { app, version }, isLive }, index) => ({
    app,
    version,
    isLive,
    problems: problems[index] ?? [],
  }))
}

async function releasesMet(session: Session, { kind }: Release) {
  const { apps } = await session.registry.get('/apps', appsAnswer)
  const others = apps.filter(
    ({ app }) => flagNameOf(app) === undefined && (app === hostApp) === (kind === 'remote'),
  )
  const met: (Typed & { isLive: boolean })[] = []
  for (const { app, channel } of others) {
    const newest = await newestRelease(session, app)
    for (const version of versionsMet(channel, newest)) {
      const typed = await fetchTyped(session, app, version)
      const isLive = version === stableOf(channel) || version === channel.candidate
      if (typed !== undefined) met.push({ ...typed, isLive })
    }
  }
  return met
}

/** What visitors are given, what they would go back to, and what is about to be rolled out. */
const versionsMet = (
  { lineage, candidate }: ChannelAnswer,
  newest: string | undefined,
): Set<string> =>
  new Set(
    [...lineage.slice(0, 2), candidate, newest].filter((version) => typeof version === 'string'),
  )

async function fetchTyped(
  { registry }: Session,
  app: string,
  version: string,
): Promise<Typed | undefined> {
  const path = `/apps/${app}/releases/${encodeURIComponent(version)}`
  const { releaseJson, deletedAt } = await registry.get(path, signedReleaseAnswer)
  const release = releaseSchema.parse(JSON.parse(releaseJson))
  const integrity = release.files[declarationsFile]
  if (deletedAt !== null || release.contract === undefined || integrity === undefined)
    return undefined
  const { text } = await registry.get(`${path}/types`, typesAnswer)
  if (!(await isIntact(new TextEncoder().encode(text), integrity))) {
    throw new CommandError('refused', `The types of ${app} ${version} are not what was signed.`)
  }
  return { release, declarations: parse(text) }
}

function pairOf(one: Typed, other: Typed): Pair {
  const [host, remote] = one.release.kind === 'host' ? [one, other] : [other, one]
  const { app, kind } = remote.release
  const uses = kind === 'remote' ? (remote.release.uses?.[sharedLibrary.name] ?? []) : []
  return { host: host.declarations, remote: remote.declarations, app, uses }
}

const parse = (text: string): Declarations => declarationsSchema.parse(JSON.parse(text))
