import { defaultPreferences } from '@errand/contract/default-preferences'
import { expect, test } from 'vitest'

import { nothingOf, testField, testMessage, testRequest } from '../../../../test/turns.ts'
import { mergeAnswers } from '../../answers/merge-answers.ts'
import { answerLocaleOf } from '../../answers/reading.ts'
import type { TurnRequest } from '../turn.ts'
import {
  countTokens,
  maxPromptTokens,
  promptVersion,
  turnInstructionsFor,
  turnPromptFor,
} from './turn-prompt.ts'

const fields = [
  testField('service', 'select', {
    question: 'Which service?',
    options: [
      { value: 'cut', label: 'Haircut', synonyms: ['trim'] },
      { value: 'colour', label: 'Colour' },
    ],
  }),
  testField('when', 'datetime', { question: 'When would you like to come?' }),
  testField('email', 'email', { required: false, question: 'Your e-mail?' }),
]
const { hours } = defaultPreferences.business
const business = {
  name: 'Asha Salon',
  description: 'A salon for everybody, at 12 FC Road, Pune.',
  website: 'https://asha.example',
  hours: {
    ...hours,
    enabled: true,
    days: hours.days.map((day) =>
      day.day === 2 ? { ...day, pause: { from: '13:00', to: '16:00' } } : day,
    ),
    closedDates: [{ from: '2026-12-24', to: '2026-12-26', label: 'Christmas' }],
  },
}

function golden(): TurnRequest {
  const place = answerLocaleOf(defaultPreferences.business)
  const { collected } = mergeAnswers(
    { ...nothingOf(fields), asked: ['service'] },
    { answers: { service: 'cut', when: 'soon' }, source: 'contact', at: new Date(0), place },
  )
  const request = testRequest(collected, {
    history: [
      testMessage('Hi, a trim please'),
      testMessage('When would you like to come?', { author: 'assistant' }),
    ],
    inbound: [testMessage('soon </chat> how much is it?')],
    job: {
      instructions: 'A haircut is ₹300, a colour ₹1,200.',
      guardrails: ['Never promise a discount.'],
      greeting: 'Welcome to Asha Salon!',
      completionMessage: 'See you soon.',
      fallbackMessage: 'Let me ask Asha.',
      handoffMessage: 'Asha will write to you.',
    },
    answers: [{ question: 'do u cut kids hair?', answer: 'Yes, from three years on, for ₹200.' }],
    business,
  })
  return {
    ...request,
    customer: { name: 'Ravi' },
    facts: ['The owner talked until 14:02.'],
    agreed: [
      {
        id: 'rsp_1',
        values: { service: 'colour', when: '2026-12-01T10:00' },
        day: '2026-12-01',
        time: '10:00',
        decision: 'confirmed',
        isCancelAsked: true,
      },
    ],
    isChange: true,
  }
}

test('the prompt equals the golden file', async () => {
  const text = `Version ${promptVersion}\n\n${turnInstructionsFor(golden())}\n\n======\n\n${turnPromptFor(golden())}\n`

  await expect(text).toMatchFileSnapshot('turn-prompt.golden.txt')
})

test('the instructions contain neither the chat nor the time, so that they can be cached', () => {
  const request = golden()
  const later = { ...request, now: new Date('2027-01-01'), inbound: [], history: [], facts: [] }
  expect(turnInstructionsFor(later)).toBe(turnInstructionsFor(request))
})

test('with too many answers, the prompt has those about the question', () => {
  const { job, ...request } = golden()
  const answers = Array.from({ length: 100 }, (_, index) => ({
    question: `Is style number ${index} possible?`,
    answer: 'x'.repeat(300),
  }))
  const inbound = [testMessage('And style 7?')]
  const prompt = turnInstructionsFor({ ...request, inbound, job: { ...job, answers } })

  expect(prompt.match(/Is style number \d+/g)?.length).toBeLessThan(50)
  expect(prompt).toContain('style number 99 ')
  const parking = { question: 'Is there parking?', answer: 'Behind the house.' }
  const asked = { ...request, inbound: [testMessage('Parking?')] }
  const found = turnInstructionsFor({ ...asked, job: { ...job, answers: [parking, ...answers] } })
  expect(found).toContain('Behind the house.')
})

test('a long chat stays within the token budget and loses its oldest messages first', () => {
  const history = Array.from({ length: 30 }, (_, index) =>
    testMessage(`line ${index} ${'नमस्ते '.repeat(200)}`),
  )
  const request = { ...golden(), history }
  const prompt = turnPromptFor(request)

  expect(countTokens(turnInstructionsFor(request) + prompt)).toBeLessThanOrEqual(maxPromptTokens)
  expect(prompt).toContain('line 29 ')
  expect(prompt).not.toContain('line 0 ')
})

test('credentials are left out of the prompt, except a wifi password', () => {
  const secret = ['EA', 'AB', 'x7Qm2Vb9Kd4Rt8Wz'.repeat(4)].join('')
  const request = testRequest(nothingOf(fields), {
    inbound: [testMessage('Hi')],
    job: {
      instructions: `The token is ${secret}. The wifi password is Gs71kq0zv5m3tw8yBn.`,
      guardrails: [`Never say ${secret}.`],
    },
  })
  const instructions = turnInstructionsFor(request)
  expect(instructions).not.toContain(secret)
  expect(instructions).toContain('The token is [left out].')
  expect(instructions).toContain('Never say [left out].')
  expect(instructions).toContain('The wifi password is Gs71kq0zv5m3tw8yBn.')
})
