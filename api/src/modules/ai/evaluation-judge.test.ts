import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readCorpus, type Conversation } from '../../../eval/conversation.ts'
import { judge, type Fault } from '../../../eval/judge.ts'
import type { Exchange } from '../../../eval/play.ts'
import { noUsage } from './ai-provider.ts'

const corpus = readCorpus(join(import.meta.dirname, '../../../eval'))

/** What is said once, and what the product made of it. */
interface Said {
  says?: string
  reply: string
  choices?: string[]
  declines?: string[]
  keeps?: string[][]
  isSummary?: boolean
  answered?: string
  action?: 'complete'
  asks?: string[]
  /** What is collected afterwards. */
  values?: Record<string, unknown>
}

interface Told {
  business?: string
  language?: string
  expected?: Partial<Conversation['expect']>
  /** What the owner wrote, as the customer reads it. */
  translated?: Record<string, string>
  said: Said[]
}

/** What the judge finds of one fault in what was said. */
function found(
  fault: Fault,
  { business = 'salon', language = 'en', expected, translated = {}, said }: Told,
) {
  const given = corpus.find(({ conversation }) => conversation.business === business)
  if (given === undefined) throw new Error(`There is no business ${business}`)
  const { job } = given
  const collected = (values: Record<string, unknown> = {}) => ({
    fields: job.fields.map((field, order) => ({ ...field, order })),
    status: 'partial' as const,
    values,
    meta: {},
    suggestions: [],
    asked: [],
  })
  const exchanges = said.map(
    ({ says = 'hello', reply, keeps = [], isSummary = false, answered, ...one }): Exchange => ({
      burst: {
        says: [says],
        reply: { has: [], hasNot: [], silent: false, keeps },
        ...(one.declines !== undefined && { declines: one.declines }),
      },
      ...(answered !== undefined && { answered }),
      replies: [reply],
      choices: one.choices ?? [],
      isOurs: true,
      isSummary,
      checked: {
        action: one.action ?? 'continue',
        asks: one.asks ?? [],
        after: collected(one.values),
        removed: [],
        unanswered: null,
        cancels: [],
        asksForOwner: false,
      },
    }),
  )
  const right = {
    ending: 'open' as const,
    maxTurns: 9,
    declined: [],
    earlier: [],
    cancels: false,
    ...expected,
  }
  const conversation = { ...given.conversation, language, turns: [], knows: {}, expect: right }
  const played = {
    exchanges,
    ending: 'open' as const,
    translated: new Map(Object.entries(translated)),
    failures: [],
    translating: noUsage,
    collected: collected(said.at(-1)?.values),
  }
  const { faults } = judge({ ...given, conversation }, played)
  return faults.filter((one) => one.fault === fault).map(({ detail }) => detail)
}

const list = '• Service: Facial\n• Name: Sneha'
const summary = `This is what I have:\n${list}\nIs everything right?`

test('a missing caveat beside the list of answers is found', () => {
  const answer = (reply: string) => ({
    said: [{ reply, isSummary: true, keeps: [['no car parking', 'two-wheeler']] }],
  })

  expect(found('caveat lost', answer(summary))).toEqual(['no car parking | two-wheeler'])
  expect(found('caveat lost', answer(`There is no car parking.\n${summary}`))).toEqual([])
})

test.each([
  ['a heading', `Here is your booking:\n${summary}`, 'Here is your booking:'],
  ['the same heading', `This is what I have:\n${summary}`, 'This is what I have:'],
  ['a line of the list', `${summary}\n${list}`, '• Service: Facial'],
  ['a list', `1. A facial\n2. Sneha\n${summary}`, 'a second list: • Service: Facial'],
  ['the question', `${summary}\nIs that all correct?`, 'Is that all correct?'],
])('a repetition of %s is found in a message that lists the answers', (_part, reply, detail) => {
  expect(found('two headings', { said: [{ reply, isSummary: true }] })).toContain(detail)
})

test('an answer before the list and the contact’s own question are no repetition', () => {
  const says = 'Do you take cards? And do you have wifi?'
  const reply = `We take cash and UPI.\n${summary}\nOur team still has to answer: “And do you have wifi?”`

  expect(found('two headings', { said: [{ says, reply, isSummary: true }] })).toEqual([])
})

test.each([
  ['an untranslated label', 'salon', 'hi', 'मेरे पास यह जानकारी है:\n• Service: फेशियल\nक्या सब सही है?'],
  ['an untranslated choice', 'salon', 'hi', 'मेरे पास यह जानकारी है:\n• सेवा: Haircut (men)'],
  [
    'labels of another language',
    'guesthouse',
    'pt',
    'Isto é o que tenho:\n• Arrival: 5 de dez.\n• Guests: 2',
  ],
  ['a sentence of another language', 'guesthouse', 'fr', 'Merci.\nWhat is your name, please?'],
  ['a sentence of another script', 'clinic', 'en', 'Thank you.\nमरीज़ की उम्र कितनी है?'],
])('%s is found beside the contact’s language', (_what, business, language, reply) => {
  expect(found('mixed languages', { business, language, said: [{ reply }] })).toHaveLength(1)
})

test('names, addresses, numbers and words of both languages are not reported as another language', () => {
  const said = (reply: string, values = {}) => ({ said: [{ reply, values }] })
  const hindi = 'मेरे पास यह जानकारी है:\n• सेवा: फेशियल\n• कौन: Sachin\n• नाम: Rohan Kulkarni'
  const german = 'Das habe ich notiert:\n• Ankunft: 28.12.\n• Name: Katrin\nStimmt alles so?'
  const french = 'C’est noté : 12 rue de la Roquette and co. Merci.'

  expect(found('mixed languages', { language: 'hi', ...said(hindi) })).toEqual([])
  expect(
    found('mixed languages', { business: 'guesthouse', language: 'de', ...said(german) }),
  ).toEqual([])
  expect(found('mixed languages', { language: 'fr', ...said(french) })).toEqual([])
})

const french = {
  'Haircut (men)': 'Coupe homme',
  'Hair colour': 'Coloration',
  'Eyebrow threading': 'Épilation des sourcils au fil',
  Service: 'Prestation',
  Name: 'Nom',
  Deepa: 'Deepa',
}
const hindi = { Service: 'सेवा', Manicure: 'मैनीक्योर', Name: 'नाम' }

test.each<[string, string, Record<string, string>, Said, number]>([
  [
    'options in a sentence',
    'fr',
    french,
    { reply: 'Vous avez le choix entre Haircut (men), Hair colour ou Manicure.' },
    2,
  ],
  ['an option of a list', 'fr', french, { reply: '• Prestation : Eyebrow threading' }, 1],
  ['one label of several', 'fr', french, { reply: '• Service : Coloration\n• Nom : Léa' }, 1],
  ['a choice of one word', 'hi', hindi, { reply: '• सेवा: Manicure' }, 1],
  ['a button', 'hi', hindi, { reply: 'कौन सी सेवा चाहिए?', choices: ['मैनीक्योर', 'Manicure'] }, 1],
])('%s left untranslated is found if there is a translation', (...row) => {
  const [, language, translated, said, count] = row
  const details = found('mixed languages', { language, translated, said: [said] })

  expect(details.flatMap((detail) => detail.split(' / '))).toHaveLength(count)
})

test('names, parts of words and the contact’s own words do not count as untranslated', () => {
  const items = '• Prestation : Hair colour\n• Avec : Deepa\n• Nom : Hair Service'
  const says = 'bonjour, hair colour svp'
  const reply = `Voici le Nameless Serviceteam.\n${items}`
  const said = [{ says, reply, values: { name: 'Hair Service' } }]

  expect(found('mixed languages', { language: 'fr', translated: french, said })).toEqual([])
})

test('a chat that is completed twice with the same answers is found', () => {
  const done = (name: string) => ({ reply: 'Done.', action: 'complete' as const, values: { name } })

  expect(found('completed twice', { said: [done('Ann'), done('Ann')] })).toHaveLength(1)
  expect(found('completed twice', { said: [done('Ann'), done('Anna')] })).toEqual([])
})

test('a declined field is reported if it is kept or asked for again', () => {
  const declines = (...said: Said[]) => ({ expected: { declined: ['stylist'] }, said })
  const refusal = { says: 'I would rather not say', reply: 'And your name?', answered: 'stylist' }

  const again = { reply: 'Who shall do it?', asks: ['stylist'] }
  expect(found('declined', declines(again, refusal))).toEqual([])
  expect(found('declined', declines(refusal, again))).toEqual(['stylist asked again'])
  const unasked = { ...again, says: 'A facial, I do not mind who', declines: ['stylist'] }
  expect(found('declined', declines(unasked))).toEqual(['stylist asked again'])
  const kept = { ...refusal, values: { stylist: 'deepa' } }
  expect(found('declined', declines(kept))).toEqual(['stylist: "deepa"'])
})

test('an open question is reported if the summary and the end do not mention it', () => {
  const asks = { says: 'A facial please. Do you have wifi there?', reply: 'I will ask. Your name?' }
  const open = (...said: Said[]) => ({ expected: { openQuestion: 'have wifi' }, said })

  expect(found('open question', open(asks))).toEqual([])
  expect(found('open question', open(asks, { reply: summary, isSummary: true }))).toEqual([
    'have wifi',
  ])
  const end = {
    reply: 'Done. We still answer: Do you have wifi there?',
    action: 'complete' as const,
  }
  expect(found('open question', open(asks, { reply: summary, isSummary: true }, end))).toEqual([])
})
