import { beforeAll, expect, test, vi } from 'vitest'

import { openShop, startAnswering, talkingProvider, turnOf } from '../../test/assistant-api.ts'
import { phonesOf } from '../../test/phone-api.ts'
import { useTestApi } from '../../test/test-api.ts'

const api = useTestApi()
const ai = talkingProvider()
beforeAll(() => startAnswering(api, ai))

const ravi = '+919800000001'
const field = (order: number, key: string, label: string, question: string) => ({
  key,
  label,
  question,
  type: 'boolean',
  order,
  required: true,
})
const parking = field(0, 'parking', 'Parking', 'Do you need parking?')
const wash = field(1, 'wash', 'Wash', 'Do you want a wash?')

test('what is tapped below an older question answers that one, and no other', async () => {
  const { owner } = await openShop(api, {
    job: { answerOnly: false, fields: [parking, wash], behaviour: { confirmAtEnd: true } },
  })
  const phones = await phonesOf(api, owner)
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
  await vi.waitFor(
    async () => {
      const [session] = (await owner.call('GET', '/api/chats/sessions')).body.items
      expect(session.status).toBe('completed')
    },
    { interval: 50 },
  )
})
