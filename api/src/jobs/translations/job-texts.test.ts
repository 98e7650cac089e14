import { expect, test } from 'vitest'

import { testField } from '../../../test/turns.ts'
import { toTranslate } from './job-texts.ts'

test('a label in other letters than the rest of its job is translated into that language, too', () => {
  const question = 'आप किस डॉक्टर को दिखाना चाहते हैं?'
  const job = {
    language: 'auto',
    greeting: 'नमस्ते, क्लिनिक में आपका स्वागत है।',
    completionMessage: 'धन्यवाद, हम आपको जल्द जवाब देंगे।',
    fields: [testField('doctor', 'text', { label: 'Doctor', question })],
  }

  const texts = new Map(toTranslate(job).map((one) => [one.language, one.texts]))

  expect(texts.get('hi')?.map(({ text }) => text)).toEqual(['Doctor'])
  expect(texts.get('en')?.map(({ text }) => text)).toEqual(['Doctor', question])
})
