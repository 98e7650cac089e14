import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { InvalidArgumentError } from 'commander'
import * as z from 'zod/mini'

import {
  nextStepAt,
  nextStepOf,
  planSchema,
  type Channel,
  type Plan,
  showShare,
} from '../rollouts/channel.ts'
import { CommandError, formatMoment, parseDuration, parseShare } from './output.ts'
import { parseJson } from './registry-client.ts'

const fileName = 'errand.json'

const settingsSchema = z.strictObject({
  plans: z.record(z.string().check(z.regex(/^[a-z][\w-]{0,39}$/i)), z.string()),
})

/** A plan that was typed step by step, or the one of this name in errand.json below `root`. */
export function resolvePlan(root: string, text: string): Plan {
  if (/[:,%]/.test(text)) return parsePlan(text, { description: `The plan "${text}"` })
  const plans = new Map(Object.entries(readPlans(root)))
  const steps = plans.get(text)
  if (steps === undefined) {
    const names = [...plans.keys()].join(', ') || 'none'
    throw new CommandError('usage', `${fileName} has no plan ${text}; its plans: ${names}.`)
  }
  return parsePlan(steps, { name: text, description: `The plan ${text} in ${fileName}` })
}

function readPlans(root: string): Record<string, string> {
  const file = join(root, fileName)
  if (!existsSync(file)) return {}
  const settings = settingsSchema.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (settings.success) return settings.data.plans
  throw new CommandError(
    'usage',
    `${fileName} has to have "plans" and nothing else, by names of letters and digits: { "plans": { "careful": "${example}" } }`,
  )
}

const example = '1%:30m,5%:1h,25%:4h,100%'

function parsePlan(text: string, { name, description }: { name?: string; description: string }) {
  try {
    const plan = planSchema.safeParse({ name, steps: parseSteps(text) })
    if (plan.success) return plan.data
    throw new InvalidArgumentError(
      'Each share has to be larger than the one before, the steps are 20 at most, and none is held for more than 90 days.',
    )
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new CommandError('usage', `${description} cannot be used. ${error.message}`)
  }
}

function parseSteps(text: string): Plan['steps'] {
  const parts = text.split(',')
  return parts.map((part, index) => {
    const [share = '', time, ...rest] = part.split(':')
    const isLast = index === parts.length - 1
    if (parts.length < 2 || rest.length > 0 || (time === undefined) !== isLast) {
      throw new InvalidArgumentError(
        `It is two or more shares, all but the last one with the time for which it is held: ${example}`,
      )
    }
    return {
      weight: parseShare(share),
      seconds: time === undefined ? 0 : parseDuration(time.trim()),
    }
  })
}

/** The steps of a plan with the current one marked, and when the next one is due. */
export function describePlan(channel: Pick<Channel, 'plan' | 'weight'>): string[] {
  const { plan, weight } = channel
  if (plan === null) return []
  const shares = plan.steps.map((step, index) => {
    const share = showShare(step.weight)
    return index === plan.step ? `[${share}]` : share
  })
  const now = `At ${showShare(weight)} since ${formatMoment(plan.since)}`
  return [
    `Plan${plan.name ? ` ${plan.name}` : ''}: ${shares.join(' → ')}`,
    `${now}; ${plan.isPaused ? 'the plan is paused' : (describeNextStep(channel) ?? 'that is its last step')}.`,
  ]
}

/** Which step follows and when; undefined for a paused plan and after the last step. */
export function describeNextStep(channel: Pick<Channel, 'plan' | 'weight'>): string | undefined {
  const at = nextStepAt(channel)
  const next = channel.plan?.steps[nextStepOf(channel) ?? -1]
  if (at === undefined || next === undefined) return undefined
  return `${showShare(next.weight)} at ${formatMoment(at.toISOString())} at the earliest`
}
