import { expect, test } from 'vitest'

import { checkRules, checkSaid, collectedOf, reads } from '../../../test/checked-turn.ts'
import { nothingOf, testField, testMessage } from '../../../test/turns.ts'
import type { Translations, Turn } from '../ai/turn.ts'
import { english } from '../phrases/phrases.ts'

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
const coloured = collectedOf(fields, { leistung: 'farbe' })

type Chat = Parameters<typeof checkRules>[1]
const german = { before: nothing, translations, locale: 'de-DE' }
const check = (said: string, turn: Partial<Turn>, chat: Chat = {}) =>
  checkSaid(said, turn, { ...german, ...chat })
const answer = (said: string, chat: Chat = {}) => checkRules(said, { ...german, ...chat })
/** What the contact writes first, and what it is asked then. */
const opening = (hello: string, question: string) => [
  testMessage(hello),
  testMessage(question, { author: 'assistant' }),
]

test('writes the summary, its answers and its question in one language', () => {
  const turn = { ...reads('plz', '10115'), reply: '' }
  const { replies, after } = check('I live in 10115', turn, { before: coloured })
  const answers = '• Treatment: Colour\n• Postcode: 10115'
  expect(replies).toEqual([english.summary.replace('{answers}', answers)])
  // What is kept are the owner's fields.
  expect(after.fields).toEqual(nothing.fields)
})

test.each([
  ['a contact writes in a language without translations', { language: 'sv' }, {}],
  ['a job answers in the language of its owner', {}, { language: 'de' }],
])('the owner’s labels stay untranslated when %s', (_, spoken, job) => {
  const turn = { ...reads('plz', '10115'), ...spoken }
  const { replies } = check('my code is 10115', turn, { before: coloured, job })
  expect(replies[0]).toContain('• Leistung: Färben')
})

test('the built-in provider asks, offers and reads in the contact’s language', async () => {
  const hello = 'Hello, I would like an appointment please'
  const asked = await answer(hello)
  expect(asked.replies.join('\n')).toContain('What may we do for you?')
  expect(asked.choices).toMatchObject({
    kind: 'buttons',
    options: [
      { id: 'leistung:kurz', title: 'Pixie cut' },
      { id: 'leistung:farbe', title: 'Colour' },
    ],
  })
  const history = opening(hello, 'What may we do for you?')
  const before = { ...nothing, asked: ['leistung'] }
  const tapped = await answer('Pixie cut', { before, history })
  expect(tapped.after.values).toEqual({ leistung: 'kurz' })
  expect(tapped.after.meta['leistung']).toMatchObject({ evidence: 'Pixie cut' })
  expect(tapped.replies.join('\n')).toContain('Where do you live?')

  const wrong = await answer('somewhere in Berlin', {
    before: { ...tapped.after, asked: ['leistung', 'plz'] },
    history: [...history, testMessage('Where do you live?', { author: 'assistant' })],
  })
  expect(wrong.replies.join('\n')).toContain('Five digits, please.\nWhere do you live?')
  expect(wrong.problems).toMatchObject([{ code: 'pattern', detail: 'Bitte fünf Ziffern.' }])
})

test('a question asked in another language is still the open one', async () => {
  const city = testField('ort', 'text', { label: 'Ort', question: 'Wo wohnen Sie?' })
  const free = nothingOf([testField('stil', 'text', { question: 'Welcher Stil?' }), city])
  const history = opening('Hola, quisiera una cita', '¿Dónde vive?')
  const before = { ...free, asked: ['stil', 'ort'] }
  const { after } = await answer('I live in Berlin', { before, history })
  expect(after.values).toEqual({ ort: 'I live in Berlin' })
})

test('takes an option that a model names as contacts read it, in any language', () => {
  const { after } = check('corte pixie', reads('leistung', 'Corte pixie', 'corte pixie'))
  expect(after.values).toEqual({ leistung: 'kurz' })
})

test('recognizes the field of a question that a model words itself', () => {
  const reply = 'Hola. ¿Qué le hacemos?'
  const { asks, choices } = check('Hola', { reply, language: 'es' })
  expect(asks).toEqual(['leistung'])
  expect(choices?.options.map(({ title }) => title)).toEqual(['Corte pixie', 'Färben'])
})

test('lets a reply ask the owner’s question in its translation', () => {
  const [question, translated] = ['Haben Sie einen Gutschein?', 'Do you have a 10% discount?']
  const before = nothingOf([testField('gutschein', 'text', { question })])
  const replyWith = (known: Translations) =>
    checkSaid('Hi', { reply: translated }, { before, translations: known })
  const known = new Map([['en', new Map([[question, translated]])]])
  expect(replyWith(known).replies).toEqual([translated])
  expect(replyWith(new Map()).removed).not.toEqual([])
})

test('keeps the owner’s names of two options that would translate alike', () => {
  const same = new Map([['en', new Map(options.map(({ label }) => [label, 'Hair']))]])
  const chat = { before: nothing, translations: same }
  const { choices } = checkSaid('Hair', { reply: 'What shall it be?', asks: ['leistung'] }, chat)
  expect(choices?.options.map(({ title }) => title)).toEqual(['Kurzhaarschnitt', 'Färben'])
  // Nor does the one name stand for either.
  const { problems } = checkSaid('Hair', reads('leistung', 'Hair'), chat)
  expect(problems).toMatchObject([{ code: 'not_an_option' }])
})

test('keeps the owner’s names only of the options that would translate alike', () => {
  const parts = ['Morning', 'Afternoon', 'Evening'].map((label) => ({
    value: label.toLowerCase(),
    label,
  }))
  const before = nothingOf([testField('part', 'select', { options: parts })])
  const said = { Morning: 'Mañana', Afternoon: 'Tarde', Evening: 'Tarde' }
  const turn = { reply: '¿Cuándo?', asks: ['part'], language: 'es' }
  const { choices } = checkSaid('Hola', turn, {
    before,
    translations: new Map([['es', new Map(Object.entries(said))]]),
  })
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
  'in %s, after %s, a tap chooses the option that was shown',
  async (language, hello, named, said, tapped, value) => {
    const form = nothingOf([testField('what', 'select', { question: 'Which?', options: named })])
    const chat = {
      before: { ...form, asked: ['what'] },
      history: opening(hello, 'Which?'),
      translations: new Map([[language, new Map(Object.entries(said))]]),
    }
    // A model knows the owner's names best.
    const model = (what = '') =>
      checkSaid(tapped, { language, ...reads('what', what, tapped) }, chat)
    for (const checked of [await checkRules(tapped, chat), model(tapped), model(named[0]?.value)])
      expect(checked.after.values).toEqual({ what: value })
  },
)

test('knows labels and options of usual fields in every language', () => {
  const usual = ['Delivery', 'Pick-up'].map((label) => ({ value: label, label }))
  const label = 'Delivery or pick-up'
  const before = nothingOf([testField('receiving', 'select', { label, options: usual })])
  const turn = { ...reads('receiving', 'Abholung'), language: 'de' }
  const { replies } = checkSaid('Abholung bitte', turn, { before })
  expect(replies[0]).toContain('• Lieferung oder Abholung: Abholung')
})
