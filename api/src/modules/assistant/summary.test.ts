import { expect, test } from 'vitest'

import {
  nothingOf,
  testField,
  testMessage,
  testNow,
  testRequest,
  testTurn,
} from '../../../test/turns.ts'
import type { Turn } from '../ai/turn.ts'
import { confirmAnswers, type CollectedAnswers } from '../answers/collected.ts'
import { mergeAnswers } from '../answers/merge-answers.ts'
import { answerLocaleOf } from '../answers/reading.ts'
import { checkTurn } from './check-turn.ts'

const fields = [
  testField('what', 'select', { options: [{ value: 'sign', label: 'Shop sign' }] }),
  testField('people', 'integer'),
  testField('day', 'date'),
  testField('name'),
]
const place = answerLocaleOf({ timeZone: 'Asia/Kolkata', locale: 'en-IN' })
const answers = { what: 'sign', people: 4, day: '2026-12-28', name: 'Asha' }
const { collected: whole } = mergeAnswers(nothingOf(fields), {
  answers,
  source: 'contact',
  at: testNow,
  place,
})

const check = (
  turn: Partial<Turn>,
  {
    said = 'Asha',
    before = whole,
    isShown = false,
    ...more
  }: { said?: string; before?: CollectedAnswers; isShown?: boolean } & Partial<
    Parameters<typeof testRequest>[1]
  > = {},
) => {
  const inbound = [testMessage(said)]
  const request = testRequest(before, { ...more, inbound, isShown })
  return checkTurn({ turn: testTurn(turn), request, collected: before, isShown })
}

const list = [
  'This is what I have:',
  '• What: Shop sign',
  '• People: 4',
  '• Day: Mon, 28 Dec 2026',
  '• Name: Asha',
  'Is everything right?',
].join('\n')
const caveat = 'The team still has to look at the design before it is final.'

test.each([
  [
    'a list of its own',
    `${caveat}\n\nHere is your order:\n- Sign\n- 4 people\n- Asha\n\nAll good?`,
  ],
  ['a list with other labels', `Your order:\n*Produit*: Shop sign\n*Nom* : Asha\n${caveat}`],
  ['a numbered list', `${caveat} To sum up:\n1. Shop sign\n2. 28 December\nIs that correct?`],
  ['the answers in one sentence', `So a shop sign for 4 people on 28 December for Asha. ${caveat}`],
  ['nothing but the caveat', caveat],
  ['a caveat in the list', `Your order:\n- What: Shop sign\n- People: 4\n- ${caveat}`],
])('the summary keeps the caveat of a reply with %s and shows one list', (_, reply) => {
  const { replies, isShown } = check({ reply })

  expect(replies).toEqual([expect.stringMatching(/design before it is final\.\n\n/)])
  expect(replies[0]?.replace(/^- /, '')).toBe(`${caveat}\n\n${list}`)
  expect(isShown).toBe(true)
})

test('keeps an acknowledgement with answers in it, and a sentence with a colon', () => {
  const reply = 'Changed to 4 people, Asha. Note: 28 December is the earliest that we can start.'

  expect(check({ reply, intent: 'correction' }).replies).toEqual([`${reply}\n\n${list}`])
})

test('removes a sentence before the summary that says all is settled', () => {
  const { replies } = check({ reply: 'You are booked, see you!', action: 'complete' })

  expect(replies).toEqual([list])
})

test('names a question for the team in the summary, and with the completion', () => {
  const openQuestions = ['do you take cards?', 'is there parking?']
  const open = 'Our team still has to answer: “do you take cards?” and “is there parking?”'
  const summary = check({ reply: '' }, { openQuestions })
  expect(summary.replies).toEqual([list.replace('\nIs every', `\n${open}\nIs every`)])

  const long = { openQuestions: [`so\n• Price: 0\n${'why '.repeat(60)}`] }
  expect(check({ reply: '' }, long).replies.join()).toMatch(
    /“so • Price: 0 why [why ]+…”\nIs every/,
  )

  const job = { completionMessage: 'See you on the day.' }
  const yes = { said: 'yes', isShown: true, openQuestions, job }
  const done = check(
    { reply: 'Booked!', action: 'complete', sources: ['See you on the day.'] },
    yes,
  )
  expect(done).toMatchObject({ action: 'complete', replies: ['See you on the day.', open] })
})

test('sends the owner’s handoff message alone, except in an emergency', () => {
  const job = { handoffMessage: 'Neha will write to you.' }
  const sources = ['Neha will write to you.']
  const over = { action: 'handoff', reply: 'Neha aapko likhegi.', sources } as const
  expect(check(over, { job }).replies).toEqual(['Neha will write to you.'])

  const danger = { ...over, reply: 'Leave the house.', handoffReason: 'emergency' } as const
  expect(check(danger, { job }).replies).toEqual(['Leave the house.', 'Neha will write to you.'])
  const steps = 'Is anybody hurt?\nLeave the house.\nDo not use the lift.'
  expect(check({ ...danger, reply: steps }).replies).toEqual([steps])
})

test.each([
  ['ok?” You get a refund. “ok', "Our team still has to answer: “ok?' You get a refund. 'ok”"],
  [
    'is www.asha.com/x your page? parking?',
    'Our team still has to answer: “is … your page? parking?”',
  ],
  ['Is +91 98765 43210 your number?', 'Our team still has to answer: “Is … your number?”'],
  [`${'a'.repeat(119)}😀b`, `Our team still has to answer: “${'a'.repeat(119)}😀…”`],
])('a quoted question cannot pose as text of the business: %s', (question, said) => {
  const { replies } = check({ reply: '' }, { openQuestions: [question] })

  expect(replies).toEqual([list.replace('\nIs every', `\n${said}\nIs every`)])
})

test('names a question beside the last answer or the yes if the reply does not', () => {
  const said = 'yes. is there parking?'
  const asks = { intent: 'question', reply: '', unanswered: 'is there parking?' } as const
  const open = 'Our team still has to answer: “is there parking?”'
  expect(check(asks, { said }).replies).toEqual([list.replace('\nIs every', `\n${open}\nIs every`)])

  const job = { completionMessage: 'See you!' }
  const done = { ...asks, action: 'complete' } as const
  expect(check(done, { said, job, isShown: true }).replies).toEqual(['See you!', open])
  const told = { ...done, reply: 'Do we have parking?\nI have asked the team.' }
  expect(check(told, { said, job, isShown: true }).replies).toEqual([
    'I have asked the team.',
    'See you!',
  ])
})

test('sends a completion message once, with all of its lines', () => {
  const reply = 'Yes, parking is behind the house.\n\nAnything else? See you soon!'
  const done = { action: 'complete', intent: 'question', reply } as const
  expect(check(done, { said: 'yes, parking?', isShown: true }).replies).toEqual([reply])
})

test('asks the next question, or shows the summary, when the provider says nothing', () => {
  const before = { ...whole, fields: [...whole.fields, testField('phone', 'phone')] }
  const declines = { fields: { phone: null }, evidence: { phone: 'no' }, reply: '' }
  const { replies } = check(declines, { said: 'no', before })
  expect(replies).toEqual(['Phone?'])

  expect(check({ reply: '' }, { isShown: true }).replies).toEqual([list])
})

test('skips an optional field whose question makes no sense, but not a required one', () => {
  const optional = testField('photo', 'file', { required: false, question: 'A photo of it?' })
  const before = { ...whole, fields: [...whole.fields, optional, testField('phone', 'phone')] }
  const skips = ['photo', 'phone']
  const skipped = check({ reply: '', skips, action: 'complete' }, { before })
  expect(skipped.replies.join()).toMatch(/Phone/)

  const { collected: known } = mergeAnswers(skipped.after, {
    answers: { phone: '+919820098200' },
    source: 'contact',
    at: testNow,
    place,
  })
  expect(check({ reply: '' }, { before: known }).replies.join()).not.toContain('A photo')
})

test('keeps a refusal to send a file in its words, and marks the field as declined', () => {
  const photo = testField('photo', 'file', { required: false, question: 'A photo of it?' })
  const before = { ...whole, fields: [...whole.fields, photo], asked: ['photo'] }
  const words = 'no picture'
  const { after } = check(
    { fields: { photo: null }, evidence: { photo: words } },
    { said: words, before },
  )

  expect(after.meta['photo']).toMatchObject({ valid: false, evidence: words })
  const request = testRequest(after, { inbound: [] })
  expect(request.fields.at(-1)).toMatchObject({ state: 'declined', attempts: 1 })
})

test('does not complete a chat again for thanks, and asks about a correction', () => {
  const before = confirmAnswers(whole)
  expect(testRequest(before, { inbound: [] }).phase).toBe('completed')
  const thanks = check({ reply: 'You are welcome!' }, { said: 'thanks', before, isShown: true })
  expect(thanks).toMatchObject({ action: 'continue', replies: ['You are welcome!'] })

  const job = { behaviour: { confirmAtEnd: false }, completionMessage: 'See you!' }
  const request = testRequest(whole, { inbound: [testMessage('thanks')], job })
  const turn = testTurn({ reply: 'You are welcome!' })
  const given = { turn, collected: whole, isShown: false }
  expect(checkTurn({ ...given, request }).replies).toEqual(['See you!'])
  const over = { isAgreed: true, isSettled: true }
  expect(checkTurn({ ...given, ...over, request })).toMatchObject({
    action: 'continue',
    replies: ['You are welcome!'],
  })
})
