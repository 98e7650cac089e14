import { expect, test, vi } from 'vitest'

import { asking, openShop, turnOf, useAssistant } from '../../../test/assistant-api.ts'
import { phonesOf, waitForChat } from '../../../test/phone-api.ts'
import type { Owner } from '../../../test/test-api.ts'
import { answerTurn } from '../ai/rules/answer-turn.ts'
import { english } from '../phrases/phrases.ts'
import { choicesFor } from './choices.ts'

const { api, ai } = useAssistant(answerTurn)
const ravi = '+919800000001'

const option = (label: string) => ({ value: label.toLowerCase(), label })
const services = ['Haircut', 'Shave', 'Colour', 'Wash', 'Beard trim'].map(option)
const days = ['Today', 'Tomorrow'].map(option)
const behaviour = { confirmAtEnd: true }

async function phoneOf(owner: Owner) {
  const phones = await phonesOf(api, owner)
  /** What the phone shows last, as soon as it says that. */
  const shown = (text: string) =>
    vi.waitFor(
      async () => {
        const last = (await phones.chatWith(ravi))?.messages.at(-1)
        expect(last).toMatchObject({ from: 'business', text: expect.stringContaining(text) })
        return last
      },
      { interval: 50 },
    )
  const tap = (message: { id: string; choices: { id: string }[] }, index: number) => {
    const { id: choiceId, title: text } = message.choices[index] as { id: string; title: string }
    return phones.write(ravi, { type: 'interactive', text, choiceId, replyTo: message.id })
  }
  return { phones, shown, tap }
}

test('a contact can complete a job by tapping a list, buttons, yes or no, and the confirmation', async () => {
  const form = asking(
    ['service', 'select', { question: 'Which service would you like?', options: services }],
    ['day', 'select', { question: 'Which day?', options: days }],
    ['parking', 'boolean', { question: 'Do you need parking?' }],
  )
  const { owner } = await openShop(api, { job: { ...form, behaviour } })
  const { phones, shown, tap } = await phoneOf(owner)
  const titles = ({ choices }: { choices: { title: string }[] }) => choices.map((one) => one.title)
  await phones.write(ravi)
  const list = await shown('Which service')
  expect(list).toMatchObject({ type: 'interactive', opens: 'Show the choices' })
  expect(titles(list)).toEqual(services.map(({ label }) => label))
  await tap(list, 4)
  const buttons = await shown('Which day?')
  expect(buttons.opens).toBeUndefined()
  expect(titles(buttons)).toEqual(['Today', 'Tomorrow'])
  await tap(buttons, 1)
  const yesOrNo = await shown('Do you need parking?')
  expect(titles(yesOrNo)).toEqual(['Yes', 'No'])
  await tap(yesOrNo, 1)
  const summary = await shown('Is everything right?')
  expect(titles(summary)).toEqual(['Yes', 'No'])
  await tap(summary, 0)

  const { session, items } = await waitForChat(owner, ({ session: now }) =>
    expect(now.status).toBe('completed'),
  )
  expect(session.formData.values).toEqual({
    service: 'beard trim',
    day: 'tomorrow',
    parking: false,
  })
  const asked = items.filter(({ choices }) => choices !== undefined)
  expect(asked).toHaveLength(4)
  expect(asked[0]).toMatchObject({ type: 'interactive', choices: { kind: 'list' } })
  const tapped = items.filter(({ type, direction }) => type === 'interactive' && direction === 'in')
  expect(tapped.map(({ replyToId }) => replyToId)).toEqual(asked.map(({ id }) => id))
})

test('offers the two days that may be meant as buttons', async () => {
  const form = asking(['visit', 'date', { question: 'Which day suits you?' }])
  const { owner } = await openShop(api, { job: { ...form, behaviour } })
  const { phones, shown, tap } = await phoneOf(owner)
  await phones.write(ravi)
  await shown('Which day suits you?')
  await phones.write(ravi, { text: 'monday or tuesday' })
  const twoDays = await shown('Do you mean')
  expect(twoDays.choices).toMatchObject([
    { title: expect.stringMatching(/^Mon/) },
    { title: expect.stringMatching(/^Tue/) },
  ])
  await tap(twoDays, 1)
  await shown('Is everything right?')

  const { session } = await waitForChat(owner, ({ session: { formData } }) =>
    expect(formData.values).toHaveProperty('visit'),
  )
  expect(new Date(String(session.formData.values['visit'])).getUTCDay()).toBe(2)
})

const parking = { label: 'Parking', question: 'Do you need parking?' }
const wash = { label: 'Wash', question: 'Do you want a wash?' }

test('a tap below an older question answers that question only', async () => {
  const form = asking(['parking', 'boolean', parking], ['wash', 'boolean', wash])
  const { owner } = await openShop(api, { job: { ...form, behaviour } })
  const { phones, shown, tap } = await phoneOf(owner)
  const heard = () => ai.asked.at(-1)?.inbound.map(({ text }) => text)
  const reads = (key: string) => ({ fields: { [key]: true }, evidence: { [key]: 'Yes' } })

  ai.says(() => turnOf(parking.question))
  await phones.write(ravi)
  const older = await shown(parking.question)
  ai.says(() => turnOf(wash.question, reads('parking')))
  await tap(older, 0)
  const open = await shown(wash.question)
  expect(heard()).toEqual(['Yes'])

  ai.says(() => turnOf(`Noted. ${wash.question}`))
  await tap(older, 1)
  await shown('Noted.')
  expect(heard()).toEqual(['Parking: No'])

  // The same question was put again since: it is open all the same.
  ai.says(() => turnOf('Thanks.', reads('wash')))
  await tap(open, 0)
  const summary = await shown('Is everything right?')
  expect(heard()).toEqual(['Yes'])

  ai.says(() => turnOf('As you like.'))
  await tap(older, 0)
  await vi.waitFor(() => expect(heard()).toEqual(['Parking: Yes']))
  expect(ai.asked.at(-1)?.phase).toBe('confirming')

  ai.says(() => turnOf('Done.', { action: 'complete' }))
  await tap(summary, 0)
  await waitForChat(owner, ({ session }) => expect(session.status).toBe('completed'))
})

test('names a tap below an older question in the words of that question', async () => {
  const form = asking(['parking', 'boolean', parking], ['wash', 'boolean', wash])
  const { owner, jobId } = await openShop(api, { job: { ...form, behaviour } })
  const label = { language: 'hi', source: 'Parking', translation: 'पार्किंग' }
  await owner.call('PUT', `/api/jobs/${jobId}/translations`, { body: label })
  const { phones, shown, tap } = await phoneOf(owner)
  const asks = (text: string, key: string) =>
    ai.says(() => turnOf(text, { language: 'hi', asks: [key] }))

  asks('क्या पार्किंग चाहिए?', 'parking')
  await phones.write(ravi, { text: 'नमस्ते' })
  const older = await shown('क्या पार्किंग चाहिए?')
  asks('क्या गाड़ी धोनी है?', 'wash')
  await phones.write(ravi, { text: 'एक मिनट' })
  await shown('क्या गाड़ी धोनी है?')
  await tap(older, 0)
  await vi.waitFor(() => {
    const heard = ai.asked.at(-1)?.inbound.map(({ text }) => text)
    expect(heard).toEqual([`पार्किंग: ${older.choices[0].title}`])
  })
})

const choicesOf = (text: string, labels: string[], type = 'select') =>
  choicesFor({
    text,
    after: {
      fields: asking(['kind', type, { options: labels.map(option) }]).fields as never,
      values: {},
    },
    asks: text.includes('kind') ? ['kind'] : [],
    isSummary: false,
    phrases: english,
  })

test.each([
  ['a question that the reply does not ask', choicesOf('We open at nine.', ['A', 'B'])],
  ['more options than a list can hold', choicesOf('Which kind?', Array.from('abcdefghijk'))],
  ['options that would be cut', choicesOf('Which kind?', ['A', 'b'.repeat(25)])],
  ['two options with the same text', choicesOf('Which kind?', ['Cut', 'cut'])],
  ['a text that is too long for buttons', choicesOf(`kind ${'a'.repeat(1024)}`, ['A', 'B'])],
  ['a multiple choice', choicesOf('Which kind?', ['A', 'B'], 'multi_select')],
])('offers no buttons or list for %s', (_, choices) => {
  expect(choices).toBeNull()
})

test('sends up to three short options as buttons, more or longer ones as a list', () => {
  expect(choicesOf('Which kind?', ['A', 'B', 'C'])?.kind).toBe('buttons')
  expect(choicesOf('Which kind?', ['A', 'B', 'C', 'D'])?.kind).toBe('list')
  expect(choicesOf('Which kind?', ['A', 'b'.repeat(21)])?.kind).toBe('list')
})
