import type { AnswerMeta } from '@errand/contract/chats/form-data'
import type { JobField } from '@errand/contract/job-field'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type CollectedAnswers, confirmAnswers, missingKeys, progressOf } from './collected.ts'
import { mergeAnswers } from './merge-answers.ts'
import { answerLocaleOf } from './reading.ts'

type Source = AnswerMeta['source']

const field = (key: string, more: Partial<JobField> = {}): JobField => ({
  key,
  label: key,
  order: 0,
  type: 'text',
  required: true,
  sensitive: false,
  ...more,
})
const fields = [
  field('age', { type: 'integer', order: 1, validation: { min: 0, max: 150 } }),
  field('name'),
  field('note', { required: false, order: 2 }),
  field('school', { order: 3, condition: { fieldKey: 'age', op: 'in', value: [6, 7] } }),
]
const nothing: CollectedAnswers = {
  fields,
  status: 'empty',
  values: {},
  meta: {},
  suggestions: [],
  asked: [],
}
const place = answerLocaleOf({ timeZone: 'Asia/Kolkata', locale: 'en-IN' })
let minute = 0

function say(
  before: CollectedAnswers,
  source: Source,
  answers: Record<string, unknown>,
  origins = {},
) {
  minute += 1
  const at = new Date(Date.UTC(2026, 10, 21, 0, minute))
  return mergeAnswers(before, { answers, origins, source, at, place })
}
const told = (
  before: CollectedAnswers,
  source: Source,
  answers: Record<string, unknown>,
  origins = {},
) => say(before, source, answers, origins).collected

test('answers come in one after the other until all is there, confirmed and corrected', () => {
  const first = told(
    nothing,
    'assistant',
    { name: ' Neha ' },
    { name: { messageId: 'msg_1', evidence: 'I am Neha' } },
  )
  expect(first).toMatchObject({
    status: 'partial',
    values: { name: 'Neha' },
    meta: {
      name: {
        source: 'assistant',
        messageId: 'msg_1',
        evidence: 'I am Neha',
        valid: true,
        attempts: 1,
      },
    },
  })
  expect(progressOf(fields, first.values)).toEqual({
    required: 2,
    answered: 1,
    complete: false,
    nextFieldKey: 'age',
  })

  const all = told(first, 'assistant', { age: '30' })
  expect(all).toMatchObject({ status: 'complete', values: { age: 30 } })
  const confirmed = confirmAnswers(all)
  expect(confirmed.status).toBe('confirmed')
  expect(told(confirmed, 'assistant', { age: 30 })).toEqual(confirmed)
  const corrected = told(confirmed, 'contact', { age: 31 })
  expect(corrected.status).toBe('corrected')
  expect(confirmAnswers(corrected).status).toBe('confirmed')
  expect(told(corrected, 'owner', { name: null })).toMatchObject({
    status: 'partial',
    values: { age: 31 },
  })
  expect(confirmAnswers(first)).toBe(first)
  // Of that nobody sees anything: it is no answer.
  expect(told(nothing, 'contact', { name: ' \u3164 ' })).toEqual(nothing)
})

test('a value that changes leaves the old one behind, newest first', () => {
  let state = nothing
  for (const [source, name] of [
    ['assistant', 'A'],
    ['contact', 'B'],
    ['owner', 'C'],
  ] as const) {
    state = told(state, source, { name })
  }
  const cleared = told(state, 'owner', { name: '' })

  expect(state.meta['name']?.previous?.map(({ value, source }) => [value, source])).toEqual([
    ['B', 'contact'],
    ['A', 'assistant'],
  ])
  expect(cleared).toMatchObject({ status: 'empty', values: {}, suggestions: [] })
  expect(cleared.meta['name']).toMatchObject({ source: 'owner', valid: false })
  expect(cleared.meta['name']?.previous?.map(({ value }) => value)).toEqual(['C', 'B', 'A'])
  // What the owner cleared may be collected again.
  const again = told(cleared, 'assistant', { name: 'D' })
  expect(again.values).toEqual({ name: 'D' })
  expect(again.meta['name']?.previous).toHaveLength(3)
})

test("the owner's value stays; what others say is suggested until the owner decides", () => {
  const locked = told(nothing, 'owner', { name: 'Neha' })
  const once = told(locked, 'assistant', { name: 'Nina' }, { name: { evidence: 'Nina here' } })
  const twice = told(once, 'contact', { name: 'Nisha' })

  expect(once.values).toEqual({ name: 'Neha' })
  expect(once.suggestions).toMatchObject([{ key: 'name', value: 'Nina', evidence: 'Nina here' }])
  expect(twice.suggestions).toMatchObject([{ key: 'name', value: 'Nisha' }])
  expect(told(twice, 'assistant', { name: 'Neha' })).toEqual(twice)
  expect(told(twice, 'assistant', { name: null })).toEqual(twice)
  for (const choice of ['Nisha', 'Neha']) {
    const decided = { values: { name: choice }, suggestions: [] }
    expect(told(twice, 'owner', { name: choice })).toMatchObject(decided)
  }
  // An owner who says the same makes it their own.
  const own = told(told(nothing, 'assistant', { name: 'Neha' }), 'owner', { name: 'Neha' })
  expect(own.meta['name']).toMatchObject({ source: 'owner' })
  expect(own.meta['name']?.previous).toBeUndefined()
})

test('what is refused is counted and changes no value, and an owner is told where', () => {
  const refused = say(nothing, 'assistant', { age: 'old', unknown: 1 })
  expect(refused.problems).toMatchObject([
    { pointer: '#/formData/age', code: 'invalid_integer' },
    { pointer: '#/formData/unknown', code: 'unknown_field' },
  ])
  expect(refused.collected.meta['age']).toMatchObject({
    valid: false,
    attempts: 1,
    error: 'Not a whole number.',
  })

  const right = told(refused.collected, 'assistant', { age: 30 })
  expect(right.meta['age']).toMatchObject({ valid: true, attempts: 2 })
  expect(right.meta['age']).not.toHaveProperty('error')
  const wrong = told(right, 'assistant', { age: 151 })
  expect(wrong.values).toEqual({ age: 30 })
  expect(wrong.meta['age']).toMatchObject({ valid: true, attempts: 3, error: 'At most 150.' })

  const own = say(nothing, 'owner', { age: 151 })
  expect(own.collected).toEqual(nothing)
  expect(own.problems).toMatchObject([{ pointer: '#/formData/age', code: 'too_large' }])
})

test.each([
  [{}, ['name', 'age']],
  [{ name: 'A', age: 6 }, ['school']],
  [{ name: 'A', age: 8 }, []],
  [{ name: 'A', age: 6, school: 'B' }, []],
])('of %j is missing %j', (values, missing) => {
  expect(missingKeys(fields, values)).toEqual(missing)
})

const on = (op: 'eq' | 'ne' | 'in' | 'answered', value?: unknown) => [
  field('other', { required: false, type: 'multi_select' }),
  field('next', { condition: { fieldKey: 'other', op, ...(value !== undefined && { value }) } }),
  field('last', { condition: { fieldKey: 'next', op: 'answered' } }),
]

test.each([
  [on('eq', 'a'), { other: ['a', 'b'] }, ['next']],
  [on('eq', 'c'), { other: ['a', 'b'] }, []],
  [on('ne', 'a'), { other: ['b'] }, ['next']],
  [on('ne', 'a'), {}, ['next']],
  [on('ne', 'a'), { other: 'a' }, []],
  [on('eq', 'true'), { other: true }, ['next']],
  [on('answered'), {}, []],
  [on('answered'), { other: 'x', next: 'y' }, ['last']],
  // What is asked for no more keeps its answer, and nothing hangs on that.
  [on('answered'), { next: 'y' }, []],
  [[field('a', { condition: { fieldKey: 'a', op: 'ne', value: 1 } })], {}, []],
])('conditions: %#', (all, values, missing) => {
  expect(missingKeys(all, values)).toEqual(missing)
})

const source = fc.constantFrom<Source>('assistant', 'contact', 'owner', 'import')
const answers = fc.dictionary(
  fc.constantFrom('age', 'name', 'note', 'school', 'other'),
  fc.oneof(
    fc.integer({ min: -5, max: 160 }),
    fc.constantFrom(null, '', 'A', 'B', 6, '7', 'x'.repeat(1001)),
  ),
)
const steps = fc.array(fc.tuple(source, answers), { maxLength: 12 })

/** What must never happen to an answer when something is said. */
function breaksRule(
  key: string,
  before: CollectedAnswers,
  after: CollectedAnswers,
  [from, news]: [Source, Record<string, unknown>],
): boolean {
  const had = Object.hasOwn(before.values, key)
  const has = Object.hasOwn(after.values, key)
  const isOther = after.values[key] !== before.values[key]
  const isTaken = isOther && had && before.meta[key]?.source === 'owner' && from !== 'owner'
  const isTouched = !Object.hasOwn(news, key) && after.meta[key] !== before.meta[key]
  const isForgotten = isOther && had && after.meta[key]?.previous?.[0]?.value !== before.values[key]
  const isBad = has && after.meta[key]?.valid !== true
  return isTaken || isTouched || isForgotten || isBad
}

test('whatever is said in whatever order, the rules hold', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let state = nothing
      for (const [from, news] of all) {
        const before = state
        const after = say(before, from, news)
        state = after.collected
        // The same said twice is said once, when it was understood.
        const again = after.problems.length === 0 ? told(state, from, news) : state
        expect(again).toEqual(state)
        expect(fields.filter(({ key }) => breaksRule(key, before, state, [from, news]))).toEqual([])
        const isEmpty = Object.keys(state.values).length === 0
        const isWhole = missingKeys(fields, state.values).length === 0
        expect(state.status).toBe(isEmpty ? 'empty' : isWhole ? 'complete' : 'partial')
        const keys = state.suggestions.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.filter((key) => state.meta[key]?.source !== 'owner')).toEqual([])
      }
    }),
    { numRuns: 500 },
  )
})
