import { builtInLanguages } from '@errand/contract/language'
import { expect, test } from 'vitest'

import { checkSaid, collectedOf, reads } from '../../../test/checked-turn.ts'
import { nothingOf, testField } from '../../../test/turns.ts'
import type { Turn } from '../ai/turn.ts'
import { english, phrasesFor } from '../phrases/phrases.ts'

const fields = [
  testField('name'),
  testField('people', 'integer', { validation: { min: 1, max: 20 } }),
  testField('email', 'email', { required: false }),
]
const nothing = nothingOf(fields)
const asha = collectedOf(fields, { name: 'Asha' })
const whole = collectedOf(fields, { name: 'Asha', people: 4 })

const check = (said: string, turn: Partial<Turn>, before = nothing, job = {}, isShown = true) =>
  checkSaid(said, turn, { before, job, isShown })

test('keeps an answer with the message and the words it was read from', () => {
  const { after, message, replies } = check('we are four', {
    fields: { people: '4', name: null },
    evidence: { people: 'Four', name: null },
  })

  expect(after.values).toEqual({ people: 4 })
  expect(after.meta['people']).toMatchObject({
    source: 'contact',
    messageId: message?.id,
    evidence: 'Four',
    confidence: 0.9,
  })
  expect(replies).toEqual(['Noted.'])
})

test.each([
  ['it is worth 5 million', 5, '5 million', { size: 5_000_000 }],
  ['half a dozen', 12, 'half a dozen', { size: 6 }],
  ['0,500 kilos', 500, '0,500', { size: 0.5 }],
  ['2 adults and 3 kids', 5, '2 adults and 3 kids', { size: 5 }],
  ['4 and me', 5, '4 and me', { size: 5 }],
])(
  'from "%s" a model reads %s, and the words win over the model',
  (said, size, evidence, values) => {
    const before = nothingOf([testField('size', 'number')])
    const { after } = check(said, reads('size', size, evidence), before)

    expect(after.values).toEqual(values)
  },
)

test('asks again for a value that the model cannot know', () => {
  const before = nothingOf([testField('size', 'number')])
  const turn = { ...reads('size', 1, '1.500'), language: 'es' }
  const { after, replies } = check('mide 1.500', turn, before)

  expect(after.values).toEqual({})
  expect(replies.join()).toContain('1,5 o 1500')
})

test('only suggests a value that no message contains, and counts no attempt', () => {
  const { after } = check('hello', {
    fields: { name: 'Asha', people: 99 },
    evidence: { name: 'I am Asha', people: null },
  })

  expect(after).toMatchObject({ values: {}, meta: {} })
  expect(after.suggestions).toMatchObject([{ key: 'name', value: 'Asha', confidence: 0.3 }])
})

test('an owner’s answer stays, and the contact’s different value is suggested to the owner', () => {
  const before = collectedOf(fields, { name: 'Usha' }, 'owner')
  const { after } = check('I am Asha', reads('name', 'Asha'), before)

  expect(after.values).toEqual({ name: 'Usha' })
  expect(after.suggestions).toMatchObject([{ key: 'name', value: 'Asha', evidence: 'Asha' }])
})

test('asks again with the reason for a refusal, and gives up after the last attempt', () => {
  let before = nothing
  const answer = reads('people', 45, '45')
  for (const attempts of [1, 2]) {
    const { after, action, replies } = check('45', { ...answer, reply: 'Great, 45!' }, before)
    expect(action).toBe('continue')
    expect(after.meta['people']).toMatchObject({ valid: false, attempts })
    expect(replies).toEqual([expect.stringContaining('at most 20')])
    before = after
  }
  const last = check('45', answer, before, { handoffMessage: 'Asha will write to you.' })
  expect(last).toMatchObject({
    action: 'handoff',
    handoffReason: 'max_attempts',
    replies: ['Asha will write to you.'],
  })
})

test('completes a chat once every answer is there and the contact has confirmed', () => {
  const early = check('done', { action: 'complete' }, asha)
  expect(early).toMatchObject({ action: 'continue', replies: [expect.stringContaining('People')] })

  const said = reads('people', 4, '4')
  const last = check('4', { ...said, action: 'complete' }, asha)
  expect(last.action).toBe('continue')
  expect(last.replies[0]).toMatch(/Name: Asha\n• People: 4\nIs everything right\?$/)

  expect(check('yes', { action: 'complete' }, whole).action).toBe('complete')
  const changed = check('yes, 5', { ...reads('people', 5, '5'), action: 'complete' }, whole)
  expect(changed).toMatchObject({ action: 'continue', after: { values: { people: 5 } } })
  const sure = { behaviour: { confirmAtEnd: false }, completionMessage: 'See you!' }
  expect(check('4', said, asha, sure)).toMatchObject({
    action: 'complete',
    replies: ['See you!'],
  })
})

test('does not count a yes to a summary that the contact was not shown', () => {
  for (const action of ['complete', 'ignore', 'continue'] as const) {
    const seen = check('yes', { action, reply: 'Done!' }, whole, {}, false)
    expect(seen).toMatchObject({ action: 'continue', isShown: true })
    expect(seen.replies[0]).toMatch(/Name: Asha\n• People: 4\nIs everything right\?$/)
  }
  const french = check('oui', { action: 'complete', language: 'fr' }, whole, {}, false)
  expect(french.action).toBe('continue')
  expect(french.replies).toEqual([expect.stringContaining('People: 4')])
  expect(check('x', reads('email', 'x'), whole, {}, false).isShown).toBe(false)
})

test('hands over for anger or doubt only if the owner chose that', () => {
  const angry = { action: 'handoff', handoffReason: 'negative_sentiment' } as const
  expect(check('!!!', angry).action).toBe('handoff')
  expect(check('!!!', angry, nothing, { handoff: { onAngry: false } }).action).toBe('continue')
  expect(check('?', { confidence: 0.1 }).handoffReason).toBe('missing_knowledge')
  const calm = { handoff: { onLowConfidence: false } }
  expect(check('?', { confidence: 0.1 }, nothing, calm).action).toBe('continue')
})

test('asks once for an optional field that has a question', () => {
  const before = nothingOf([
    testField('name'),
    testField('email', 'email', { required: false, question: 'Your e-mail?' }),
    testField('note', 'text', { required: false }),
  ])
  const first = check('Asha', { ...reads('name', 'Asha'), action: 'complete' }, before)
  expect(first).toMatchObject({ action: 'continue', replies: ['Your e-mail?'], isShown: false })
  expect(first.after.asked).toEqual(['email'])

  const refusal = reads('email', null, 'no e-mail')
  const then = check('no e-mail', refusal, first.after, {}, false)
  expect(then.replies.join()).toMatch(/Name: Asha\nIs everything right\?$/)
})

test('uses the owner’s own texts instead of the provider’s', () => {
  const job = { completionMessage: 'See you at the salon.', handoffMessage: 'Neha will write.' }
  const done = { action: 'complete', reply: 'All set, bye!' } as const
  expect(check('yes', done, whole, job).replies).toEqual(['See you at the salon.'])
  expect(check('yes', done, whole).replies).toEqual(['All set, bye!'])
  const over = { action: 'handoff', reply: 'Wait.' } as const
  expect(check('hm', over, nothing, job).replies).toEqual(['Neha will write.'])
})

test('hands over for a wish for a person or a complaint, whatever the provider does', () => {
  expect(check('a human pls', { intent: 'person' })).toMatchObject({
    action: 'handoff',
    handoffReason: 'customer_request',
  })
  expect(check('so bad', { intent: 'complaint' }).handoffReason).toBe('negative_sentiment')
  const calm = { handoff: { onAngry: false } }
  expect(check('so bad', { intent: 'complaint' }, nothing, calm).action).toBe('continue')
})

test('hands over with a message when a filter leaves nothing of the reply', () => {
  const { action, handoffReason, replies, removed } = check('price?', { reply: 'It is ₹999.' })
  expect({ action, handoffReason, removed }).toEqual({
    action: 'handoff',
    handoffReason: 'missing_knowledge',
    removed: ['amount'],
  })
  expect(replies).toEqual([english.handoff])
})

test('marks an unanswered question and a promised call for the owner', () => {
  const asking = { intent: 'question', reply: 'I have to ask.', unanswered: 'vegan?' } as const
  expect(check('is it vegan?', asking)).toMatchObject({
    action: 'continue',
    unanswered: 'vegan?',
    asksForOwner: true,
  })
  // In the contact's own words, also where a model has worded it anew.
  expect(check('veg??', asking).unanswered).toBe('veg??')
  const promise = { reply: 'Somebody from our team will call you.' }
  expect(check('ok', promise)).toMatchObject({ unanswered: null, asksForOwner: true })
  expect(check('ok', { reply: 'Fine.' }).asksForOwner).toBe(false)
  for (const language of builtInLanguages) {
    const phrases = phrasesFor(language)
    for (const reply of [phrases?.dontKnow, phrases?.seen, phrases?.teamDecides])
      expect({ reply, ...check('ok', { reply: reply ?? '' }) }).toMatchObject({
        asksForOwner: true,
      })
  }
})

test('keeps an answer to a question before the summary, and names its source', () => {
  const job = { instructions: 'Parking is behind the house. Cuts are fun.' }
  const turn: Partial<Turn> = {
    ...reads('people', 4, '4'),
    intent: 'question',
    reply: 'Parking is behind the house. Is that all?',
    sources: ['parking is behind the house', 'We are the best.'],
    action: 'complete',
  }
  const { replies, sources } = check('4, and parking?', turn, asha, job)
  expect(replies.join()).toMatch(/^Parking is behind the house\.\n+This is what I have:/)
  expect(sources).toEqual(['parking is behind the house'])
})

test('keeps the chat open for a refused answer at the end, and answers a last question', () => {
  const job = { completionMessage: 'See you!', instructions: 'Parking is behind the house.' }
  const wrong = { ...reads('people', 99, '99'), action: 'complete' as const }
  const refused = check('yes, but 99', wrong, whole, job)
  expect(refused.action).toBe('continue')
  expect(refused.replies[0]).toContain('at most 20')

  const done = { action: 'complete' as const, intent: 'question' as const }
  const answered = { ...done, reply: 'Parking is behind the house.', sources: [job.instructions] }
  expect(check('yes. where can I park?', answered, whole, job).replies).toEqual([
    'Parking is behind the house.',
    'See you!',
  ])

  const asked = 'yes. do you take dogs?'
  const open = { ...done, unanswered: asked, reply: 'I have passed that on.' }
  expect(check(asked, open, whole, job)).toMatchObject({
    action: 'complete',
    asksForOwner: true,
    unanswered: asked,
    replies: ['I have passed that on.', 'See you!'],
  })
})

test('sends the answer, the promise of a later one, and the next question as one message in this order', () => {
  const fallbackMessage = 'I cannot say.\nAsha will write to you.'
  const reply = `We open at nine.\n${fallbackMessage}\nWhat is your name?`

  const { replies } = check('any parking?', { reply }, nothing, { fallbackMessage })

  expect(replies).toEqual([reply])
})
