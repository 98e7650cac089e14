import { generatedFieldsSchema, generatedJobSchema } from '@errand/contract/job-generation'
import { expect, test } from 'vitest'

import { useTestApi } from '../../../../test/test-api.ts'

const api = useTestApi()

test('customers are asked whole questions', async () => {
  const owner = await api.newOwner()
  const prompt = 'Cakes: ask weight, eggless yes or no, how old it is'

  const answer = await owner.call('POST', '/api/jobs/generate-fields', { body: { prompt } })

  const { fields } = generatedFieldsSchema.parse(answer.body)
  expect(fields.slice(0, 3).map(({ question }) => question)).toEqual([
    'What is the weight?',
    'Eggless: yes or no?',
    'Can you tell us how old it is?',
  ])
})

test('prices in an order become facts of their own, and the order is none', async () => {
  const owner = await api.newOwner()
  const prompt =
    'Take appointments for my beauty salon: haircut 500 rupees, facial 900 rupees. Never promise 7 pm.'

  const answer = await owner.call('POST', '/api/jobs/generate-job', { body: { prompt } })

  const { job } = generatedJobSchema.parse(answer.body)
  expect(job.description).toBe('Take appointments for my beauty salon')
  const [about, facts] = job.instructions.split('\n\n')
  expect(about).toContain('like this: “Take appointments for my beauty salon”.')
  expect(facts).toBe('Haircut: 500 rupees. Facial: 900 rupees. Never promise 7 pm.')
  expect(job.fields?.[0]?.options?.map(({ label }) => label)).toEqual(['Haircut', 'Facial'])
})

test.each([
  [
    'Shop: ask which bike it is, postcode',
    'Can you tell us which bike it is?',
    'What is the postcode?',
  ],
  ['Taller: pregunta qué moto es, matrícula', '¿Qué moto es?', '¿Cuál es su matrícula?'],
  ['Loja: pergunte qual carro é, placa', 'Qual carro é?', 'Qual placa?'],
  [
    'Garage : demandez quel vélo ils veulent, la marque',
    'Pouvez-vous nous dire quel vélo vous voulez ?',
    'Pouvez-vous nous indiquer votre marque ?',
  ],
  [
    'Werkstatt: frag welches Rad es ist, Kennzeichen',
    'Können Sie uns sagen, welches Rad es ist?',
    'Was dürfen wir bei „Kennzeichen“ eintragen?',
  ],
  ['दुकान: पूछो कौन सी बाइक, कक्षा', 'कौन सी बाइक?', 'कक्षा क्या है?'],
  ['Dukan: pucho kaunsi bike, class', 'Kaunsi bike?', 'Class kya hai?'],
  ['ورشة: اسأل عن أي دراجة، رقم اللوحة', 'أي دراجة؟', 'ما رقم اللوحة؟'],
])('“%s”: labels are asked as questions', async (prompt, ...questions) => {
  const owner = await api.newOwner()

  const answer = await owner.call('POST', '/api/jobs/generate-fields', { body: { prompt } })

  const { fields } = generatedFieldsSchema.parse(answer.body)
  expect(fields.map(({ question }) => question)).toEqual(expect.arrayContaining(questions))
})
