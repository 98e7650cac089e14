import { maxTextLength, messageTypes } from '@errand/contract/chats/message'
import { beforeAll, expect, test, vi } from 'vitest'

import { startWorking } from '../../../../test/phone-api.ts'
import { useTestApi } from '../../../../test/test-api.ts'
import { connect, now, textOf } from '../../../../test/webhook-api.ts'
import { others } from '../../../../test/webhook-other-shapes.ts'
import { golden } from '../../../../test/webhook-shapes.ts'
import { readEvents, type WebhookEvent } from './read-events.ts'

const api = useTestApi()
beforeAll(() => startWorking(api))

const seed = 20_261_126
const mutations = 200
const asha = '919800000001'

/** A seeded generator of numbers from 0 to 1. */
function random(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Member = [parent: Record<string, unknown>, key: string]

/** Every member of a value, at every depth. */
function membersOf(value: unknown): Member[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap((key) => [[parent, key] as Member, ...membersOf(parent[key])])
}

const odd = [
  null,
  undefined,
  '',
  ' ',
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [null],
  { id: null },
  'x'.repeat(5_000),
  'a\0b',
  '\uD83D',
  '\u202Egnp.exe',
  'زيد',
  '👩‍👩‍👧',
  '2026-11-26',
  'IN.77',
  '__proto__',
] as const

/** A copy of a value with one or two members replaced or removed. */
function mutated(value: object, next: () => number): object {
  const copy = structuredClone(value)
  for (let change = 0; change <= Math.floor(next() * 2); change += 1) {
    const members = membersOf(copy)
    const [parent, key] = members[Math.floor(next() * members.length)] ?? [{}, '']
    const other = odd[Math.floor(next() * odd.length)]
    if (other === undefined) delete parent[key]
    else parent[key] = other
  }
  return copy
}

const messageOf = (content: object, id: string) => ({
  contacts: [{ profile: { name: 'Asha', username: '@asha' }, wa_id: asha, user_id: 'IN.1' }],
  messages: [{ from: asha, from_user_id: 'IN.1', id, timestamp: String(now()), ...content }],
})

const shapes: [what: string, field: string, value: object][] = [
  ...golden.map(
    ([what, content]) =>
      [what, 'messages', messageOf(content, 'wamid.odd')] as [string, string, object],
  ),
  ...others,
]

const [before, after] = [
  textOf('wamid.before', 'Before', now() - 5, '919811111111'),
  textOf('wamid.after', 'After', now() - 4, '919822222222'),
]

/** The events read from a body in which a value stands between two valid ones. */
function readBetween(field: string, value: unknown): WebhookEvent[] {
  const changes = [
    { field: 'messages', value: before },
    { field, value },
    { field: 'messages', value: after },
  ]
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', time: now(), changes }],
  })
  return [...readEvents({ body, receivedAt: new Date() })]
}

test.each(shapes)(
  '%s, randomly mutated, does not affect the messages beside it',
  (_what, field, value) => {
    const next = random(seed)
    for (let round = 0; round < mutations; round += 1) {
      const changed = mutated({ value }, next) as { value?: unknown }
      const events = readBetween(field, changed.value)
      expect(events.at(0)).toMatchObject({ type: 'message', message: { id: 'wamid.before' } })
      expect(events.at(-1)).toMatchObject({ type: 'message', message: { id: 'wamid.after' } })
      for (const event of events.slice(1, -1)) requireStorable(event)
    }
  },
)

/** Requires that the database can store the event and a page can show it. */
function requireStorable(event: WebhookEvent): void {
  expect(Number.isNaN(event.at.getTime())).toBe(false)
  if (event.type !== 'message' && event.type !== 'echo') return
  const { content, message } = event
  const person = event.type === 'message' ? event.from : event.to
  expect(messageTypes).toContain(content.showsAs)
  expect(content.text.length).toBeLessThanOrEqual(maxTextLength)
  expect([content.text, message.id, person.phoneNumber, person.userId].join('')).not.toContain('\0')
  expect(person.phoneNumber ?? '+1').toMatch(/^\+\d{1,20}$/)
  // Neither of the neighbours: both are called Ravi.
  expect(person.name).not.toBe('Ravi')
  expect(content.text).not.toMatch(/undefined|\[object|NaN|null/)
}

test('randomly mutated webhooks are stored or ignored, and the inbox keeps working', async () => {
  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '990')
  const next = random(seed + 1)
  for (const [index, [, field, value]] of shapes.entries()) {
    for (let round = 0; round < 3; round += 1) {
      const changed = JSON.stringify(mutated(value, next)).replaceAll(
        'wamid.odd',
        `wamid.odd.${index}`,
      )
      expect((await sendWebhook(JSON.parse(changed), field)).status).toBe(200)
    }
  }
  await sendWebhook(textOf('wamid.end', 'The end', now(), '919833333333'))
  const answer = await vi.waitFor(
    async () => {
      const list = await owner.call('GET', '/api/chats/sessions?limit=100')
      expect(JSON.stringify(list.body.items)).toContain('The end')
      return list
    },
    { interval: 50, timeout: 30_000 },
  )
  expect(answer.status).toBe(200)
  const shown = JSON.stringify(answer.body.items)
  expect(shown).not.toContain('IN.77')
  expect(api.log.join('')).not.toContain('a webhook could not be processed')
}, 60_000)
