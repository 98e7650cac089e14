import { beforeAll, expect, test } from 'vitest'

import {
  newChat,
  readChat,
  receive,
  sendReply,
  startSending,
  waitForStatus,
  words,
} from '../../../../test/chat-api.ts'
import { insertTemplate } from '../../../../test/chat-rows.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { useTestApi } from '../../../../test/test-api.ts'

const api = useTestApi()
beforeAll(() => startSending(api))

/** A chat whose window is closed, and templates: the name and the text, which names its blanks. */
async function longAgo(...templates: [name: string, body: string, status?: 'PENDING'][]) {
  const owner = await api.newOwner()
  for (const [name, body, status = 'APPROVED'] of templates) {
    const names = [...body.matchAll(/\{\{(\w+)\}\}/g)].map(([, blank = '']) => blank)
    const variables = [...new Set(names)].map((blank) => ({ name: blank, example: 'x' }))
    await insertTemplate(api.database.queries, { ownerId: owner.id, name, body, status, variables })
  }
  const at = new Date(Date.now() - 26 * 3_600_000).toISOString()
  return { owner, session: (await receive(owner, { at })).session }
}

test('free text must have exactly one BODY that equals the message', async () => {
  const { owner, session } = await newChat(api)
  const send = (more: object) => sendReply(owner, session.id, 'Hi', more)
  const part = (text: string) => ({ type: 'BODY', text })

  const two = await send({ components: [part('Hi'), part('Ho')] })
  expectProblem(two, 422)
  expect(two.body).toMatchObject({
    code: 'template_params_mismatch',
    meta: { expected: 1, got: 2 },
  })
  const none = await send({ components: [] })
  expect(none.body).toMatchObject({ code: 'template_params_mismatch', meta: { got: 0 } })
  const other = await send({ message: 'Ho' })
  expect(other.body.errors).toMatchObject([{ pointer: '#/message', code: 'mismatch' }])
  const blank = await send(words('\u3164 \u2800'))
  expect(blank.body.errors).toMatchObject([
    { pointer: '#/message', detail: 'At least 1 character.' },
  ])
})

test('outside the window free text is refused, with the templates that could be sent', async () => {
  const { owner, session } = await longAgo(
    ['follow_up', 'Hi'],
    ['waiting', 'Hi', 'PENDING'],
    ['text_message', '{{1}} {{2}}'],
  )

  const refused = await sendReply(owner, session.id, 'Hello?')

  expectProblem(refused, 409)
  expect(refused.body).toMatchObject({
    code: 'window_closed',
    detail: 'Ravi last wrote 26 h ago. Send a template or wait for a reply.',
    meta: {
      windowClosedAt: session.window.expiresAt,
      suggestedTemplates: ['follow_up', 'text_message'],
    },
  })
  const { templates: offered } = await readChat(owner, session.id)
  expect(offered.map(({ name }: { name: string }) => name)).toEqual(['follow_up', 'text_message'])
})

test('outside the window free text is sent through a template named text_message', async () => {
  const { owner, session } = await longAgo(['text_message', 'A word: {{1}}'])

  const send = (text: string) => sendReply(owner, session.id, text, { clientId: 'c_1' })
  const sent = await send('Hello?')

  expect(sent.status).toBe(202)
  // The same is sent once, however often it is asked for.
  expect((await send('Hello?')).body.message.id).toBe(sent.body.message.id)
  expectProblem(await send('A word: Hello?'), 409)
  expect(sent.body.message).toMatchObject({
    type: 'template',
    text: 'A word: Hello?',
    template: { name: 'text_message', components: [{ type: 'BODY', text: 'Hello?' }] },
  })
  await waitForStatus(owner, session.id, sent.body.message.id, 'delivered')
})

test('a template’s values must fit its variables and the shown message', async () => {
  const { owner, session } = await longAgo(
    ['follow_up_en', 'Hi {{1}}, about {{2}}…'],
    ['waiting', 'Hi', 'PENDING'],
    ['odd', '{{a}}, {{b}}, {{a}}'],
  )
  const template = (texts: string[], more: object = {}) =>
    sendReply(owner, session.id, 'Hi Ravi, about your booking…', {
      templateName: 'follow_up_en',
      components: texts.map((text) => ({ type: 'BODY', text })),
      ...more,
    })

  const few = await template(['Ravi'])
  expect(few).toMatchObject({
    status: 422,
    body: { code: 'template_params_mismatch', meta: { expected: 2, got: 1 } },
  })
  const other = await template(['Ravi', 'something else'])
  expect(other.body.errors).toMatchObject([{ pointer: '#/message', code: 'mismatch' }])
  expectProblem(await template(['Ravi', '']), 422)
  for (const more of [
    { templateName: 'waiting' },
    { templateName: 'no' },
    { languageCode: 'hi' },
  ]) {
    const refused = await template([], more)
    expect(refused).toMatchObject({ status: 409, body: { code: 'template_not_approved' } })
  }

  const sent = await template(['Ravi', 'your booking'])
  expect(sent).toMatchObject({ status: 202, body: { message: { type: 'template' } } })
  // What a value says is never taken for a blank, nor for a pattern.
  const odd = await template(['{{b}}', '$& $1'], {
    templateName: 'odd',
    message: '{{b}}, $& $1, {{b}}',
  })
  expect(odd.status).toBe(202)
})
