import { expect, test } from 'vitest'

import { extractJson } from './extract-json.ts'

const answer = '{"reply":"For how many people, and at what time?","action":"continue"}'

const draft = answer.replace('For', 'We are glad to have you as our guest! '.repeat(4))

test.each([
  ['an empty remark after it', `${answer}\nNo fields: {}`],
  ['an example after it', `${answer}\nI would not send: {"reply":"You are booked"}`],
  ['a remark that is not closed after it', `${answer}\nI left out {"fields": as asked.`],
  ['a brace in the prose before it', `I use {"reply" as asked.\n${answer}`],
  ['a first version before it', `${answer.replace('For', 'Hello! For')}\nShorter:\n${answer}`],
  ['a long draft in its reasons', `<reasoning>${draft} is too long</reasoning>${answer}`],
  ['its thoughts before it', `<thought>I begin with {"reply": "Hi</thought>${answer}`],
])('the answer is found with %s', (_, text) => {
  expect(extractJson(text)).toBe(answer)
})

test.each(['think', 'thinking', 'thought', 'reasoning'])(
  'JSON inside <%s> is not an answer',
  (tag) => {
    expect(extractJson(`<${tag}>${answer}</${tag}>`)).toBe('')
  },
)
