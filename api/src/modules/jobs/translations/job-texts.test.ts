import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readCorpus } from '../../../../eval/conversation.ts'
import { testField } from '../../../../test/turns.ts'
import { textsToTranslate } from './job-texts.ts'

test('a label in other letters than the rest of its job is translated into that language, too', () => {
  const question = 'आप किस डॉक्टर को दिखाना चाहते हैं?'
  const job = {
    language: 'auto',
    greeting: 'नमस्ते, क्लिनिक में आपका स्वागत है।',
    completionMessage: 'धन्यवाद, हम आपको जल्द जवाब देंगे।',
    handoffMessage: '',
    fields: [testField('doctor', 'text', { label: 'Doctor', question })],
  }

  const texts = new Map(textsToTranslate(job).map((one) => [one.language, one.texts]))

  expect(texts.get('hi')?.map(({ text }) => text)).toEqual(['Doctor'])
  expect(texts.get('en')?.map(({ text }) => text)).toEqual([
    'Doctor',
    question,
    job.completionMessage,
  ])
})

test('short texts that could be of several languages are not translated into their own', () => {
  const corpus = readCorpus(join(import.meta.dirname, '../../../../eval'))
  const restaurant = corpus.find(({ business }) => business.name === 'La Higuera')
  const languagesFor = (language: string) =>
    restaurant && textsToTranslate({ ...restaurant.job, language }).map((one) => one.language)

  expect(languagesFor('auto')).toEqual(['en', 'hi', 'hi-Latn', 'ar', 'pt', 'de', 'fr'])
  expect(languagesFor('es')).toEqual([])
})

test('a language that is none of ours is translated into by nobody', () => {
  const fields = [testField('taglio', 'text', { question: 'Quale taglio desidera?' })]
  const job = { language: 'it', greeting: '', completionMessage: '', handoffMessage: '', fields }
  expect(textsToTranslate(job)).toEqual([])
})
