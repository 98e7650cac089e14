import { defaultPreferences } from '@errand/contract/default-preferences'
import { expect, test } from 'vitest'

import { isOpenAt } from '../../platform/period/opening-hours.ts'
import {
  blockedByContent,
  blockedByLimit,
  blockedByState,
  maxAnsweredAgeMs,
  type ContentFacts,
  type LimitFacts,
  type StateFacts,
} from './gate.ts'

type Facts = StateFacts & ContentFacts & LimitFacts

/** All checks in the order in which a message meets them. */
const check = (facts: Facts) =>
  blockedByState(facts) ?? blockedByContent(facts) ?? blockedByLimit(facts)

const now = new Date('2026-11-21T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const hourMs = 60 * 60_000
const text = { type: 'text', hasWords: true, at: ago(1000) } as const
const voice = { type: 'audio', hasWords: false, at: ago(1000) } as const
const sticker = { type: 'unsupported', hasWords: false, at: ago(1000) } as const
const photo = { type: 'image', hasWords: false, at: ago(1000) } as const

const exchanges = (texts: string[], told: string[] = [], isAnswer = true) =>
  texts.map((said, index) => ({ said, told: told[index] ?? 'Hello!', isAnswer }))

/** A chat that is to be answered. */
const free: Facts = {
  now,
  status: 'active',
  handler: 'assistant',
  isBlocked: false,
  isOptedOut: false,
  notices: {},
  inbound: [text],
  asksForWords: false,
  wasNew: true,
  isWantedByOwner: false,
  isEnabled: true,
  jobStatus: 'active',
  isOpen: true,
  answersOutsideHours: false,
  hasAwayMessage: true,
  plan: 'active',
  lastExchanges: exchanges(['hi', 'hi', 'hi', 'hi', 'price?']),
  repliesThisHour: 29,
  maxRepliesPerHour: 30,
  turns: 39,
  maxTurns: 40,
  isDailyCapReached: false,
}

const night = { isOpen: false } as const
const away = { tell: 'away' } as const
const limit = { handOff: 'usage_limit' } as const

test('the assistant may reply when nothing prevents it', () => {
  expect(check(free)).toBeUndefined()
})

test.each<[string, Partial<Facts>, object | 'open']>([
  ['blocked', { isBlocked: true, ...night }, { reason: 'blocked' }],
  ['opted out', { isOptedOut: true, ...night }, { reason: 'opt_out' }],
  ['completed', { status: 'completed', handler: 'none' }, { reason: 'closed' }],
  ['the owner has the chat', { handler: 'owner' }, { reason: 'owner' }],
  ['no job', { handler: 'none', jobStatus: undefined }, { reason: 'no_job' }],
  ['the job is gone', { jobStatus: undefined }, { reason: 'no_job' }],
  ['switched off', { isEnabled: false }, { reason: 'assistant_off' }],
  ['switched off at night', { isEnabled: false, ...night }, { reason: 'assistant_off', ...away }],
  ['job paused', { jobStatus: 'paused' }, { reason: 'job_paused' }],
  ['closed', night, { reason: 'outside_hours', ...away }],
  [
    'closed, without an away message',
    { ...night, hasAwayMessage: false },
    { reason: 'outside_hours' },
  ],
  [
    'away message sent less than twelve hours ago',
    { ...night, notices: { away: ago(12 * hourMs - 1).toISOString() } },
    { reason: 'outside_hours' },
  ],
  [
    'away message sent twelve hours ago',
    { ...night, notices: { away: ago(12 * hourMs).toISOString() } },
    { reason: 'outside_hours', ...away },
  ],
  // The assistant is there at night: nobody is told to wait for the morning.
  ['answers at night', { ...night, answersOutsideHours: true }, 'open'],
  ['no messages', { inbound: [] }, { reason: 'nothing_to_read' }],
  ['too old on arrival', { wasNew: false }, { reason: 'too_old' }],
  [
    'too old on arrival, but requested by the owner',
    { wasNew: false, isWantedByOwner: true },
    'open',
  ],
  ['just within the age limit', { inbound: [{ ...text, at: ago(maxAnsweredAgeMs) }] }, 'open'],
  [
    'over the age limit',
    { inbound: [{ ...text, at: ago(maxAnsweredAgeMs + 1) }] },
    { reason: 'too_old' },
  ],
  [
    'over the age limit, but requested by the owner',
    { inbound: [{ ...text, at: ago(maxAnsweredAgeMs + 1) }], isWantedByOwner: true },
    'open',
  ],
  ['the last is new', { inbound: [{ ...text, at: ago(hourMs) }, text] }, 'open'],
  ['an old one comes after a new one', { inbound: [text, { ...text, at: ago(hourMs) }] }, 'open'],
  ['a voice note', { inbound: [voice] }, { reason: 'voice_note', tell: 'voice_note' }],
  [
    'another voice note within the day',
    { inbound: [voice], notices: { voice_note: ago(hourMs).toISOString() } },
    { reason: 'voice_note' },
  ],
  ['a transcribed voice note', { inbound: [{ ...voice, hasWords: true }] }, 'open'],
  ['a voice note beside words', { inbound: [voice, text] }, 'open'],
  ['a sticker', { inbound: [sticker] }, { reason: 'nothing_to_read' }],
  ['a photo', { inbound: [photo] }, 'open'],
  [
    'the same message five times',
    { lastExchanges: exchanges(['hi', 'hi', 'hi', 'hi', 'hi']) },
    { reason: 'loop', ...limit },
  ],
  ['the same message four times', { lastExchanges: exchanges(['hi', 'hi', 'hi', 'hi']) }, 'open'],
  [
    'the same message to different questions',
    {
      lastExchanges: exchanges(['yes', 'yes', 'yes', 'yes', 'yes'], ['A?', 'B?', 'C?', 'D?', 'E?']),
    },
    'open',
  ],
  [
    'the same message, which answers nothing, to replies in different words',
    {
      lastExchanges: exchanges(Array(5).fill('hi'), ['A.', 'B.', 'C.', 'D.', 'E.'], false),
    },
    { reason: 'loop', ...limit },
  ],
  [
    'the same message to two alternating replies',
    {
      lastExchanges: exchanges(['yes', 'yes', 'yes', 'yes', 'yes'], ['A?', 'B?', 'A?', 'B?', 'A?']),
    },
    { reason: 'loop', ...limit },
  ],
  ['the hourly limit is reached', { repliesThisHour: 30 }, { reason: 'hourly_limit', ...limit }],
  ['the turn limit is reached', { turns: 40 }, { reason: 'max_turns', ...limit }],
  [
    'the daily spending cap is reached',
    { isDailyCapReached: true },
    { reason: 'daily_cap', asksForOwner: true },
  ],
  ['the plan is exhausted', { plan: 'exhausted' }, { reason: 'exhausted' }],
  [
    'the plan is in its grace period',
    { plan: 'grace' },
    { reason: 'exhausted', tell: 'exhausted' },
  ],
  [
    'grace period, already announced',
    { plan: 'grace', notices: { exhausted: ago(hourMs).toISOString() } },
    { reason: 'exhausted' },
  ],
  ['the plan is low', { plan: 'low' }, 'open'],
])('%s', (_name, facts, end) => {
  expect(check({ ...free, ...facts })).toEqual(end === 'open' ? undefined : end)
})

test('names a lasting reason before a passing one', () => {
  const everything = { ...free, ...night, isBlocked: true, plan: 'exhausted', turns: 99 } as const
  expect(check(everything)).toMatchObject({ reason: 'blocked' })
  expect(check({ ...everything, isBlocked: false })).toMatchObject({ reason: 'outside_hours' })
  expect(check({ ...everything, isBlocked: false, isOpen: true })).toMatchObject({
    reason: 'max_turns',
  })
})

const zone = 'Asia/Kolkata'
/** A moment by the clocks of the shop; the 21st of November 2026 is a Saturday. */
const at = (local: string) => new Date(`${local}:00+05:30`)
const { hours: usual } = defaultPreferences.business
const hours = { ...usual, enabled: true }

test.each([
  ['2026-11-21T08:59', false],
  ['2026-11-21T09:00', true],
  ['2026-11-21T17:59', true],
  ['2026-11-21T18:00', false],
  ['2026-11-22T12:00', false],
  ['2026-11-23T12:00', true],
])('at %s it is open: %s', (local, isOpen) => {
  expect(isOpenAt(hours, zone, at(local))).toBe(isOpen)
})

test('a business without hours is always open, and closed on its closed days', () => {
  expect(isOpenAt(usual, zone, at('2026-11-22T03:00'))).toBe(true)
  const closedDates = [{ from: '2026-11-20', to: '2026-11-21' }]
  expect(isOpenAt({ ...hours, closedDates }, zone, at('2026-11-21T12:00'))).toBe(false)
  expect(isOpenAt({ ...hours, closedDates }, zone, at('2026-11-23T12:00'))).toBe(true)
})

test('opening hours can last past midnight into a closed day', () => {
  const days = hours.days.map((day) => ({
    ...day,
    open: day.day === 6,
    from: '18:00',
    to: '02:00',
  }))
  const bar = { ...hours, days }
  expect(isOpenAt(bar, zone, at('2026-11-21T23:59'))).toBe(true)
  expect(isOpenAt(bar, zone, at('2026-11-22T01:59'))).toBe(true)
  expect(isOpenAt(bar, zone, at('2026-11-22T02:00'))).toBe(false)
  expect(isOpenAt(bar, zone, at('2026-11-21T01:00'))).toBe(false)
})

test.each([
  ['23:30', '00:30', ['2026-11-21T23:30', '2026-11-22T00:29'], ['2026-11-22T00:30']],
  ['00:30', '01:00', ['2026-11-22T00:30'], ['2026-11-22T00:29', '2026-11-22T01:00']],
])(
  'hours past midnight with a break from %s to %s are closed only in the break',
  (from, to, closed, open) => {
    const days = hours.days.map((day) => ({
      ...day,
      open: day.day === 6,
      from: '18:00',
      to: '02:00',
      pause: { from, to },
    }))
    const bar = { ...hours, days }
    for (const local of closed) expect(isOpenAt(bar, zone, at(local))).toBe(false)
    for (const local of [...open, '2026-11-21T18:00', '2026-11-22T01:59'])
      expect(isOpenAt(bar, zone, at(local))).toBe(true)
  },
)
