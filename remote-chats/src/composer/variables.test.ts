import { expect, test } from 'vitest'

import { aSession, someAnswers } from '../testing/samples.ts'
import { fillVariables, findBlanks, knownValues } from './reply.ts'

const session = aSession({ formData: someAnswers({ values: { service: 'Haircut', seats: 2 } }) })
const values = knownValues(session, 'Asha Salon')

test('what is known of the chat is filled in', () => {
  expect(fillVariables('Hi {{name}}, {{ service }} for {{seats}} at {{business}}.', values)).toBe(
    'Hi Ravi, Haircut for 2 at Asha Salon.',
  )
})

test('a word stands in for what is not known; without one a blank is left to be filled', () => {
  const nameless = { ...values, name: '' }

  expect(fillVariables('Hi {{name|there}}', nameless)).toBe('Hi there')
  const text = fillVariables('Hi {{name}}, on {{दिन}}?', nameless)
  expect(text).toBe('Hi {{name}}, on {{दिन}}?')
  expect(findBlanks(text)).toEqual([
    { name: 'name', start: 3, end: 11 },
    { name: 'दिन', start: 16, end: 23 },
  ])
})

test('what a contact calls himself is never taken for a blank of ours', () => {
  expect(fillVariables('Hi {{name}}', { name: '{{phone}}', phone: '1' })).toBe('Hi {{phone}}')
})
