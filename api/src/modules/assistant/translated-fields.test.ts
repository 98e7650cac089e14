import { expect, test } from 'vitest'

import { nothingOf, testField, testMessage, testRequest, testTurn } from '../../../test/turns.ts'
import { rulesProvider } from '../ai/rules/rules-provider.ts'
import type { Translations, Turn, TurnMessage } from '../ai/turn.ts'
import type { CollectedAnswers } from '../answers/collected.ts'
import { mergeAnswers } from '../answers/merge-answers.ts'
import { answerLocaleOf } from '../answers/reading.ts'
import { english } from '../phrases/phrases.ts'
import { checkTurn } from './check-turn.ts'

const options = [
  { value: 'kurz', label: 'Kurzhaarschnitt' },
  { value: 'farbe', label: 'Färben' },
]
const fields = [
  testField('leistung', 'select', { label: 'Leistung', question: 'Was darf es sein?', options }),
  testField('plz', 'text', {
    label: 'Postleitzahl',
    question: 'Wo wohnen Sie?',
    validation: { pattern: '^\\d{5}$', patternMessage: 'Bitte fünf Ziffern.' },
  }),
]
const inEnglish = {
  Leistung: 'Treatment',
  'Was darf es sein?': 'What may we do for you?',
  Kurzhaarschnitt: 'Pixie cut',
  Färben: 'Colour',
  Postleitzahl: 'Postcode',
  'Wo wohnen Sie?': 'Where do you live?',
  'Bitte fünf Ziffern.': 'Five digits, please.',
}
const inSpanish = {
  'Was darf es sein?': '¿Qué le hacemos?',
  Kurzhaarschnitt: 'Corte pixie',
  'Wo wohnen Sie?': '¿Dónde vive?',
}
const translations: Translations = new Map([
  ['en', new Map(Object.entries(inEnglish))],
  ['es', new Map(Object.entries(inSpanish))],
])
const nothing = nothingOf(fields)
const place = answerLocaleOf({ timeZone: 'Europe/Berlin', locale: 'de-DE' })
const withAnswers = (answers: Record<string, unknown>): CollectedAnswers =>
  mergeAnswers(nothing, { answers, source: 'contact', at: new Date(0), place }).collected

interface Chat {
  collected?: CollectedAnswers
  history?: TurnMessage[]
  job?: object
}

const requestOf = (said: string, { collected = nothing, history = [], job = {} }: Chat = {}) =>
  testRequest(collected, {
    inbound: [testMessage(said)],
    history,
    job,
    translations,
    locale: 'de-DE',
    isShown: false,
  })

const check = (said: string, turn: Partial<Turn>, chat: Chat = {}) => {
  const { collected = nothing } = chat
  return checkTurn({
    turn: testTurn(turn),
    request: requestOf(said, chat),
    collected,
    isShown: false,
  })
}

/** What the built-in provider and the checks make of a message. */
async function answer(said: string, chat: Chat = {}) {
  const { signal } = new AbortController()
  const { collected = nothing } = chat
  const request = requestOf(said, chat)
  const { turn } = await rulesProvider.answer(request, { signal })
  return checkTurn({ turn, request, collected, isShown: false })
}

test('a summary, its answers and its question are in one language', () => {
  const before = withAnswers({ leistung: 'farbe' })
  const { replies, after } = check(
    'I live in 10115',
    { reply: '', fields: { plz: '10115' }, evidence: { plz: '10115' } },
    { collected: before },
  )
  const answers = '• Treatment: Colour\n• Postcode: 10115'
  expect(replies).toEqual([english.summary.replace('{answers}', answers)])
  // What is kept are the owner's fields.
  expect(after.fields).toEqual(nothing.fields)
})

test('in a language that we do not write the words of the owner stay as they are', () => {
  const turn = { fields: { plz: '10115' }, evidence: { plz: '10115' }, language: 'sv' }
  const { replies } = check('10115', turn, { collected: withAnswers({ leistung: 'farbe' }) })
  expect(replies[0]).toContain('• Leistung: Färben')
})

test('what a job answers in by choice of its owner counts, not what the contact writes in', () => {
  const turn = { fields: { plz: '10115' }, evidence: { plz: '10115' } }
  const chat = { collected: withAnswers({ leistung: 'farbe' }), job: { language: 'de' } }
  expect(check('my code is 10115', turn, chat).replies[0]).toContain('• Leistung: Färben')
})

test('the built-in provider asks, offers and understands in the words of the contact', async () => {
  const asked = await answer('Hello, I would like an appointment please')
  expect(asked.replies.join('\n')).toContain('What may we do for you?')
  expect(asked.choices).toMatchObject({
    kind: 'buttons',
    options: [
      { id: 'leistung:kurz', title: 'Pixie cut' },
      { id: 'leistung:farbe', title: 'Colour' },
    ],
  })
  const history = [
    testMessage('Hello, I would like an appointment please'),
    testMessage('What may we do for you?', { author: 'assistant' }),
  ]
  const collected = { ...nothing, asked: ['leistung'] }
  const tapped = await answer('Pixie cut', { collected, history })
  expect(tapped.after.values).toEqual({ leistung: 'kurz' })
  expect(tapped.after.meta['leistung']).toMatchObject({ evidence: 'Pixie cut' })
  expect(tapped.replies.join('\n')).toContain('Where do you live?')

  const wrong = await answer('somewhere in Berlin', {
    collected: { ...tapped.after, asked: ['leistung', 'plz'] },
    history: [...history, testMessage('Where do you live?', { author: 'assistant' })],
  })
  expect(wrong.replies.join('\n')).toContain('Five digits, please.\nWhere do you live?')
  expect(wrong.problems).toMatchObject([{ code: 'pattern', detail: 'Bitte fünf Ziffern.' }])
})

test('a question that was put in another language is still the one that is open', async () => {
  const city = testField('ort', 'text', { label: 'Ort', question: 'Wo wohnen Sie?' })
  const free = nothingOf([testField('stil', 'text', { question: 'Welcher Stil?' }), city])
  const history = [
    testMessage('Hola, quisiera una cita'),
    testMessage('¿Dónde vive?', { author: 'assistant' }),
  ]
  const collected = { ...free, asked: ['stil', 'ort'] }
  const { after } = await answer('I live in Berlin', { collected, history })
  expect(after.values).toEqual({ ort: 'I live in Berlin' })
})

test('a model may name an option as contacts read it, in any language', () => {
  const evidence = { leistung: 'corte pixie' }
  const { after } = check('corte pixie', { fields: { leistung: 'Corte pixie' }, evidence })
  expect(after.values).toEqual({ leistung: 'kurz' })
})

test('a model that puts our question in words asks for its field', () => {
  const reply = 'Hola. ¿Qué le hacemos?'
  const { asks, choices } = check('Hola', { reply, language: 'es' })
  expect(asks).toEqual(['leistung'])
  expect(choices?.options.map(({ title }) => title)).toEqual(['Corte pixie', 'Färben'])
})

test('what the owner asks about in other words may be asked in these', () => {
  const [question, translated] = ['Haben Sie einen Gutschein?', 'Do you have a 10% discount?']
  const coupon = nothingOf([testField('gutschein', 'text', { question })])
  const turn = testTurn({ reply: translated })
  const replyWith = (known: Translations) => {
    const request = testRequest(coupon, { inbound: [testMessage('Hi')], translations: known })
    return checkTurn({ turn, request, collected: coupon, isShown: false })
  }
  expect(replyWith(new Map([['en', new Map([[question, translated]])]])).replies).toEqual([
    translated,
  ])
  expect(replyWith(new Map()).removed).not.toEqual([])
})

test('two options that would have one name keep those of their owner', () => {
  const same = new Map([['en', new Map(options.map(({ label }) => [label, 'Hair']))]])
  const request = testRequest(nothing, { inbound: [testMessage('Hair')], translations: same })
  const turn = testTurn({ reply: 'What shall it be?', asks: ['leistung'] })
  const given = { turn, request, collected: nothing, isShown: false }
  const titles = checkTurn(given).choices?.options.map(({ title }) => title)
  expect(titles).toEqual(['Kurzhaarschnitt', 'Färben'])
  // Nor does the one name stand for either.
  const fieldsOf = { fields: { leistung: 'Hair' }, evidence: { leistung: 'Hair' } }
  const chosen = checkTurn({ ...given, turn: testTurn(fieldsOf) })
  expect(chosen.problems).toMatchObject([{ code: 'not_an_option' }])
})

test('only options of one name keep those of their owner', () => {
  const parts = ['Morning', 'Afternoon', 'Evening'].map((label) => ({
    value: label.toLowerCase(),
    label,
  }))
  const form = nothingOf([testField('part', 'select', { options: parts })])
  const said = { Morning: 'Mañana', Afternoon: 'Tarde', Evening: 'Tarde' }
  const request = testRequest(form, {
    inbound: [testMessage('Hola')],
    translations: new Map([['es', new Map(Object.entries(said))]]),
  })
  const turn = testTurn({ reply: '¿Cuándo?', asks: ['part'], language: 'es' })
  const { choices } = checkTurn({ turn, request, collected: form, isShown: false })
  expect(choices?.options.map(({ title }) => title)).toEqual(['Mañana', 'Afternoon', 'Evening'])
})

const snacks = [
  { value: 'chips', label: 'Chips' },
  { value: 'crisps', label: 'Crisps' },
]
const cuts = [
  { value: 'haircut', label: 'Haircut', synonyms: ['corte'] },
  { value: 'trim', label: 'Trim' },
]

test.each([
  ['fr', 'Bonjour', snacks, { Chips: 'Frites', Crisps: 'Chips' }, 'Chips', 'crisps'],
  ['fr', 'Bonjour', snacks, { Chips: 'Frites', Crisps: 'Chips' }, 'Frites', 'chips'],
  ['es', 'Hola, buenas', cuts, { Haircut: 'Corte de pelo', Trim: 'Corte' }, 'Corte', 'trim'],
  ['es', 'Hola, buenas', cuts, { Trim: 'Corte' }, 'Corte', 'trim'],
])(
  'in %s, after %s, what is tapped is the option that was shown by this name',
  async (language, hello, named, said, tapped, value) => {
    const collected = {
      ...nothingOf([testField('what', 'select', { question: 'Which?', options: named })]),
      asked: ['what'],
    }
    const request = testRequest(collected, {
      inbound: [testMessage(tapped)],
      history: [testMessage(hello), testMessage('Which?', { author: 'assistant' })],
      translations: new Map([[language, new Map(Object.entries(said))]]),
    })
    const { signal } = new AbortController()
    const builtIn = await rulesProvider.answer(request, { signal })
    // A model knows the owner's names best.
    const model = (what: string) =>
      testTurn({ language, fields: { what }, evidence: { what: tapped } })
    for (const turn of [builtIn.turn, model(tapped), model(named[0]?.value ?? '')])
      expect(checkTurn({ turn, request, collected, isShown: false }).after.values).toEqual({
        what: value,
      })
  },
)

test('labels and options of usual fields are known in every language', () => {
  const usual = [
    testField('receiving', 'select', {
      label: 'Delivery or pick-up',
      options: [
        { value: 'delivery', label: 'Delivery' },
        { value: 'pickup', label: 'Pick-up' },
      ],
    }),
  ]
  const collected = nothingOf(usual)
  const request = testRequest(collected, { inbound: [testMessage('Abholung bitte')] })
  const turn = testTurn({
    language: 'de',
    fields: { receiving: 'Abholung' },
    evidence: { receiving: 'Abholung' },
  })
  const { replies } = checkTurn({ turn, request, collected, isShown: false })
  expect(replies[0]).toContain('• Lieferung oder Abholung: Abholung')
})
