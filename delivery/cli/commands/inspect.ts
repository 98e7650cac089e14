import { visitorCookieName } from '@errand/contract/cookie'
import { flagDefinitions } from '@errand/contract/flags'
import { InvalidArgumentError, type Command } from 'commander'
import * as z from 'zod/mini'

import { fetchLimited } from '../../platform/fetch-limited.ts'
import { withSilenceLimit } from '../../platform/silence.ts'
import { appsAnswer, auditAnswer, type ChannelAnswer } from '../../rollouts/answers.ts'
import {
  decisionSchema,
  flagPrefix,
  fullWeight,
  stableOf,
  showShare,
} from '../../rollouts/channel.ts'
import { historyTable } from '../channel.ts'
import { describeDecision } from '../guard.ts'
import { CommandError, table } from '../output.ts'
import { openSession } from '../session.ts'

const whySchema = z.object({
  revision: z.int(),
  apps: z.array(
    z.object({
      app: z.string(),
      arm: z.optional(z.string()),
      picked: z.optional(z.string()),
      damage: z._default(z.nullable(z.string()), null),
      runs: z.nullable(z.string()),
      fallbacks: z._default(z.array(z.string()), []),
      rule: z.optional(z.string()),
      weight: z.optional(z.number()),
      bucket: z.nullable(z.number()),
      /** The guard's last one, if it decided. */
      decision: z.optional(z.nullable(decisionSchema)),
    }),
  ),
})

const whyHelp = `
A browser in which a release failed gets an earlier one for an hour; only that browser
knows, and its /why says so.

Example:
  errand why vAyIaUH1s0E321W9CR-sLk`

/** Why a visitor runs which releases. */
export function addWhyCommand(program: Command): void {
  program
    .command('why <visitor>')
    .description('says which releases a visitor gets, what they fall back on, and by which rule')
    .addHelpText('after', whyHelp)
    .action(async (visitor: string, _options: unknown, command: Command) => {
      const { edgeUrl, output } = openSession(command)
      const answer = await fetchWhy(`${edgeUrl}/why`, visitor)
      const rows = answer.apps.map(
        ({ app, runs, picked = null, arm, rule, bucket, weight, fallbacks }) => [
          app,
          runs ?? 'nothing',
          runs === picked ? (arm ?? '–') : '–',
          runs === picked ? (rule ?? '–') : 'passed over',
          bucket === null ? '–' : `${bucket} of ${fullWeight}`,
          showShare(weight ?? 0),
          fallbacks.join(', ') || '–',
        ],
      )
      const notes = answer.apps
        .flatMap((row) => [describePassedOver(row), describeJudged(row)])
        .filter((note) => note !== '')
      const shown = table(
        ['app', 'runs', 'arm', 'rule', 'bucket', 'candidate share', 'falls back on'],
        rows,
      )
      output.result(answer, [shown, ...notes].join('\n\n'))
    })
}

/** Why a visitor does not get what the rule says, or not all of it. */
function describePassedOver({ app, runs, picked, arm, rule, damage }: WhyRow): string {
  if (picked === undefined) return ''
  if (runs === picked)
    return damage === null
      ? ''
      : `${app} ${picked} is damaged at this edge, and its pages fall back: ${damage}.`
  const reason = damage ?? 'it does not fit the host, or failed in this browser'
  return `${app} ${picked}, the ${arm} release by the rule "${rule}", is passed over: ${reason}.`
}

/** What the guard decided about a release of an app. */
function describeJudged({ app, rule, decision }: WhyRow): string {
  if (!decision) return ''
  return `${app}: ${describeDecision(decision, rule !== 'everybody')}`
}

type WhyRow = z.infer<typeof whySchema>['apps'][number]

/** Asks as the visitor's browser does: nobody is told of an id that is not theirs. */
async function fetchWhy(url: string, visitor: string): Promise<z.infer<typeof whySchema>> {
  const answer = await withSilenceLimit({}, async ({ signal }) => {
    const headers = { cookie: `${visitorCookieName}=${visitor}` }
    const answered = await fetchLimited(url, { signal, headers })
    return answered.ok ? await answered.json() : undefined
  }).catch(() => undefined)
  const parsed = whySchema.safeParse(answer)
  if (parsed.success) return parsed.data
  const { origin } = new URL(url)
  throw new CommandError(
    'unreachable',
    `The edge at ${origin} does not answer. Start it with "npm start", or name another one with --edge.`,
  )
}

/** The audit log. */
export function addHistoryCommand(program: Command): void {
  program
    .command('history [app]')
    .description('says who did what, and why, newest first')
    .option('--limit <count>', 'how many lines', parseLimit, 20)
    .addHelpText('after', '\nExample:\n  errand history remote-jobs --limit 50')
    .action(async (app: string | undefined, options: { limit: number }, command: Command) => {
      const { registry, output } = openSession(command)
      const query = new URLSearchParams({ limit: String(options.limit), ...(app && { app }) })
      const { audit } = await registry.get(`/audit?${query.toString()}`, auditAnswer)
      const nothing = `Nothing has been done${app === undefined ? '' : ` with ${app}`}.`
      output.result(audit, audit.length === 0 ? nothing : historyTable(audit))
    })
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit
  throw new InvalidArgumentError('From 1 to 1000.')
}

/** An older flag is debt: its feature is for everybody or for nobody. */
const staleDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** The feature flags, for whom they are on, and which of them should be removed. */
export function addFlagsCommand(program: Command): void {
  program
    .command('flags')
    .description('lists the feature flags, and which of them should be taken out of the code')
    .addHelpText('after', '\nExamples:\n  errand flags\n  errand rollout flag:job-copy on --to 5%')
    .action(async (_options: unknown, command: Command) => {
      const { registry, output } = openSession(command)
      const { apps } = await registry.get('/apps', appsAnswer)
      const channels = new Map(apps.map(({ app, channel }) => [app, channel]))
      const flags = Object.entries(flagDefinitions).map(([name, definition]) => ({
        name,
        ...definition,
        state: flagState(channels.get(`${flagPrefix}${name}`)),
        isStale: Date.now() - Date.parse(definition.since) > staleDays * dayMs,
      }))
      const rows = flags.map(({ name, owner, since, state, isStale }) => [
        name,
        state,
        owner,
        since,
        isStale ? 'take it out' : '',
      ])
      output.result(flags, table(['flag', 'on for', 'owner', 'since', ''], rows))
    })
}

function flagState(channel: ChannelAnswer | undefined): string {
  if (channel === undefined) return 'nobody'
  const base = stableOf(channel) === 'on' ? 'everybody' : 'nobody'
  const { candidate, weight } = channel
  return candidate === null ? base : `${base}, ${candidate} for ${showShare(weight)}`
}
