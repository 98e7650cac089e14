import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { loopbackOriginSchema } from '@errand/contract/release'
import type { Command } from 'commander'
import * as z from 'zod/mini'

import { hasWidget, readPlace } from '../../build/app-package.ts'
import { librariesIn, requiredVersions } from '../../build/shared-libraries.ts'
import { previewVersion } from '../../build/source-version.ts'
import {
  maxTicketSeconds,
  previewDays,
  type LocalRemote,
  type Ticket,
} from '../../rollouts/ticket.ts'
import { resolveVersion } from '../channel.ts'
import { CommandError, parseDuration } from '../output.ts'
import { openSession, type Session } from '../session.ts'
import { buildApp, checkBuild, publish } from './release.ts'

const oneHour = 60 * 60

interface OverrideOptions {
  for: number
  path: string
}

/** Opens a release, or a remote on this machine, in one tab before any rollout. */
export function addOverrideCommand(program: Command): void {
  program
    .command('override <app> <version>')
    .description('makes a link that opens a release in one tab, for a short time')
    .option('--for <time>', 'how long, such as 30m or 2h; at most 7d', parseDuration, oneHour)
    .option('--path <path>', 'the page to open', '/')
    .addHelpText(
      'after',
      '\nIn place of a version it takes the address of a development server on your machine, for at most 8h.' +
        '\n\nExamples:\n  errand override remote-jobs latest --for 2h --path /jobs' +
        '\n  errand override remote-jobs http://localhost:3001 --path /jobs',
    )
    .action(async (app: string, version: string, options: OverrideOptions, command: Command) => {
      const session = openSession(command)
      const wanted = await readTicketContent(session, app, version)
      const { for: seconds, path } = options
      if (seconds > maxTicketSeconds(wanted))
        throw new CommandError('usage', tooLongMessage(wanted))
      const link = await makeTicketLink(session, { ...wanted, seconds, path })
      session.output.result({ app, version: wanted.apps[app] ?? version, ...link }, link.url)
    })
}

type TicketContent = Pick<Ticket, 'apps' | 'local'>

async function readTicketContent(
  session: Session,
  app: string,
  version: string,
): Promise<TicketContent> {
  if (/^\w+:\/\//.test(version))
    return { apps: {}, local: { [app]: describeLocalRemote(session.root, app, version) } }
  return { apps: { [app]: await resolveVersion(session, app, version) }, local: {} }
}

const tooLongMessage = (wanted: TicketContent): string =>
  `This link may be for at most ${maxTicketSeconds(wanted) / oneHour} hours.`

const maxNameLength = 40

/** Publishes a branch as a preview, for others to see before it is merged. */
export function addPreviewCommand(program: Command): void {
  program
    .command('preview <app> <branch>')
    .description('publishes a branch as a release for looking at, and makes a link that opens it')
    .option('--path <path>', 'the page to open; the app’s first one unless said otherwise')
    .addHelpText(
      'after',
      `\nThe link opens it for ${previewDays} days, as long as its files are kept. No rollout ever gives it to anybody.` +
        '\n\nExample:\n  errand preview remote-jobs pr-12',
    )
    .action(async (app: string, branch: string, options: { path?: string }, command: Command) => {
      const session = openSession(command)
      const name = branchSlug(branch)
      const distDir = await buildApp(session, app, (directory) => previewVersion(directory, name))
      const build = await checkBuild(app, distDir)
      await publish(session, build, false)
      const { version } = build.release
      const firstPage = build.release.kind === 'remote' ? build.release.place.mount : '/'
      const apps = { [app]: version }
      const seconds = maxTicketSeconds({ local: {} })
      const link = await makeTicketLink(session, { apps, seconds, path: options.path ?? firstPage })
      session.output.result({ app, version, ...link }, link.url)
    })
}

/** A branch name as part of a version: `feature/New title` becomes `feature-new-title`. */
function branchSlug(branch: string): string {
  const words = branch.toLowerCase().match(/[a-z\d]+/g) ?? []
  const name = words.join('-').slice(0, maxNameLength)
  if (name !== '') return name
  throw new CommandError('usage', `"${branch}" names no branch.`)
}

const ticketAnswer = z.object({ ticket: z.string(), expiresAt: z.string() })

interface LinkRequest extends Partial<Pick<Ticket, 'apps' | 'local'>> {
  seconds: number
  /** The page to open. */
  path: string
}

/** A link that opens a page with the releases of a ticket. */
async function makeTicketLink(
  { registry, edgeUrl }: Session,
  { path, ...body }: LinkRequest,
): Promise<{ url: string; expiresAt: string }> {
  const { ticket, expiresAt } = await registry.post('/tickets', ticketAnswer, { body })
  const url = new URL(path, edgeUrl)
  url.searchParams.set('ticket', ticket)
  return { url: url.href, expiresAt }
}

const contractPackage = '@errand/contract'

/** This workspace's remote, as a ticket describes one on its developer's machine. */
function describeLocalRemote(root: string, app: string, origin: string): LocalRemote {
  if (!loopbackOriginSchema.safeParse(origin).success) {
    throw new CommandError(
      'usage',
      `A ticket can only name a server of your own machine, such as http://localhost:3001, not ${origin}.`,
    )
  }
  const directory = join(root, app)
  if (!app.startsWith('remote-') || !existsSync(join(directory, 'rsbuild.config.ts'))) {
    throw new CommandError('usage', `There is no remote ${app} in ${root}.`)
  }
  const { mount: _, ...place } = readPlace(directory)
  return {
    origin,
    place,
    hasWidget: hasWidget(directory),
    requires: requiredVersions(directory, [...librariesIn(directory), contractPackage]),
  }
}
