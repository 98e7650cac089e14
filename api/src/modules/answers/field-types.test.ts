import { jobFieldTypes, type JobField, type JobFieldType } from '@errand/contract/job-field'
import { expect, test } from 'vitest'

import { playChat } from '../../../test/extraction/play-chat.ts'
import { testField, testTurn } from '../../../test/turns.ts'
import { turnSchemaFor } from '../ai/compatible/turn-prompt.ts'
import { toShownAnswers } from '../ai/language/write-phrases.ts'
import { rulesProvider } from '../ai/rules/rules-provider.ts'
import { english } from '../phrases/phrases.ts'
import { readAnswer } from './read-answer.ts'
import { readableText, displayFormatOf } from './readable-answer.ts'
import { answerLocaleOf } from './reading.ts'

interface Example {
  question: string
  more?: Partial<JobField>
  /** As a contact writes it; nothing of a file, which comes with its message. */
  says: string
  /** As a model writes it, where that is different. */
  writes?: unknown
  kept: unknown
  /** As the contact is shown it, to confirm it. */
  shown: string
  /** As tables, letters and files of the owner have it. */
  read: string
}

/** A text that is the same wherever it stands. */
const same = (question: string, says: string): Example => ({
  question,
  says,
  kept: says,
  shown: says,
  read: says,
})
const options = [
  { value: 'cut', label: 'Haircut' },
  { value: 'color', label: 'Colour' },
]
const photo = { id: 'fil_1', mimeType: 'image/png', bytes: 9, fileName: 'bike.png' }
const street = '12 MG Road, Pune'

/** One for every type: a new one has to say what becomes of its answers. */
const examples: Record<JobFieldType, Example> = {
  text: same('In which city?', 'Pune'),
  long_text: same('What is wrong?', 'It leaks at night'),
  email: same('Your e-mail?', 'asha@shop.example'),
  address: same('Your address?', street),
  location: { ...same('Where is it?', street), kept: { address: street } },
  url: { ...same('Your site?', 'https://shop.example/'), says: 'shop.example' },
  number: { ...same('What does it weigh?', '1,200.5'), kept: 1200.5 },
  integer: { ...same('How many people?', '4'), kept: 4 },
  rating: { ...same('How many stars?', '4'), kept: 4 },
  currency: {
    question: 'What is your budget?',
    more: { validation: { currency: 'INR' } },
    says: '15k',
    kept: 15_000,
    shown: '₹15,000',
    read: '₹15,000',
  },
  boolean: { question: 'Do you smoke?', says: 'yes', kept: true, shown: 'Yes', read: 'Yes' },
  date: {
    question: 'Which day?',
    says: '25 November',
    writes: '2026-11-25',
    kept: '2026-11-25',
    shown: 'Wed, 25 Nov 2026',
    read: '2026-11-25',
  },
  time: { question: 'At what time?', says: '5 pm', kept: '17:00', shown: '17:00', read: '17:00' },
  datetime: {
    question: 'When?',
    says: '25 November, 5 pm',
    writes: '2026-11-25T17:00',
    kept: '2026-11-25T17:00:00+05:30',
    shown: 'Wed, 25 Nov 2026, 17:00',
    read: '2026-11-25 17:00',
  },
  phone: {
    question: 'Your number?',
    says: '98123 45678',
    kept: '+919812345678',
    shown: '+919812345678',
    read: '+91 98123 45678',
  },
  select: {
    question: 'Which?',
    more: { options },
    says: 'a haircut',
    writes: 'cut',
    kept: 'cut',
    shown: 'Haircut',
    read: 'Haircut',
  },
  multi_select: {
    question: 'Which of them?',
    more: { options },
    says: 'haircut and colour',
    writes: ['cut', 'color'],
    kept: ['cut', 'color'],
    shown: 'Haircut and Colour',
    read: 'Haircut; Colour',
  },
  file: {
    ...same('A photo?', ''),
    writes: photo,
    kept: photo,
    shown: 'received',
    read: 'bike.png',
  },
}

const business = { timeZone: 'Asia/Kolkata', locale: 'en-IN' }
const place = answerLocaleOf(business)
const fieldOf = (type: JobFieldType) => {
  const { question, more } = examples[type]
  return testField('asked', type, { question, ...more })
}
const said = jobFieldTypes.filter((type) => type !== 'file')

test.each(jobFieldTypes)('%s: an answer is read once and for all, and shown to people', (type) => {
  const { says, writes = says, kept, ...texts } = examples[type]
  const field = fieldOf(type)

  expect(readAnswer(field, writes, place)).toEqual({ value: kept })
  expect(readAnswer(field, kept, place)).toEqual({ value: kept })
  const [answer] = toShownAnswers([field], { asked: kept }, { phrases: english, business })
  const read = readableText(kept, field, displayFormatOf(business))
  expect({ shown: answer?.text, read }).toEqual({ shown: texts.shown, read: texts.read })
})

test.each(said)('%s: the built-in rules find an answer', async (type) => {
  const { says, kept } = examples[type]
  const chat = { name: type, fields: [fieldOf(type)], says: ['Hello', says], expected: {} }

  const { collected } = await playChat(rulesProvider, chat)

  expect(collected.values).toEqual({ asked: kept })
})

test.each(said)('%s: a model may answer with what its reader takes', (type) => {
  const { says, writes = says, kept } = examples[type]
  const field = fieldOf(type)
  const turn = testTurn({ fields: { asked: writes }, evidence: { asked: says } })

  const { fields } = turnSchemaFor([field]).parse(turn)

  expect(readAnswer(field, fields['asked'], place)).toEqual({ value: kept })
})
