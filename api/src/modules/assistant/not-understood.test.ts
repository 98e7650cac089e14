import { builtInLanguages } from '@errand/contract/language'
import { expect, test } from 'vitest'

import { checkRules } from '../../../test/checked-turn.ts'
import { nothingOf, testField, testMessage } from '../../../test/turns.ts'
import { english, phrasesFor } from '../phrases/phrases.ts'

const photo = testField('photo', 'file', { question: 'Do you have a photo?' })

type Chat = Parameters<typeof checkRules>[1] & { isAsked?: boolean; said?: string }

/** What a contact is told who was asked something, or nothing any more. */
async function replyTo(
  text: string,
  { isAsked = false, said = 'See you soon.', ...more }: Chat = {},
) {
  const before = { ...nothingOf(isAsked ? [photo] : []), asked: isAsked ? ['photo'] : [] }
  const history = [testMessage('hi'), testMessage(said, { author: 'assistant' })]
  const checked = await checkRules(text, { before, history, isShown: true, ...more })
  const { replies, action, unanswered } = checked
  return { replies, action, unanswered }
}

test.each(builtInLanguages)('asks again in %s after a message without sense', async (language) => {
  const { notUnderstood, sayAgain } = phrasesFor(language) ?? english
  for (const text of ['?', '...', 'xkqzt wrrgh']) {
    expect(await replyTo(text, { job: { language }, locale: language })).toEqual({
      replies: [`${notUnderstood}\n${sayAgain}`],
      action: 'continue',
      unanswered: null,
    })
  }
})

test('uses the owner’s own text for that, with one question', async () => {
  const plain = { notUnderstoodMessage: 'Pardon?', fallbackMessage: 'Asha will tell you.' }
  expect((await replyTo('xkqzt', { job: plain })).replies).toEqual(['Pardon?'])
  expect((await replyTo('xkqzt', { job: plain, isAsked: true })).replies).toEqual(['Pardon?'])
  const lost = { notUnderstoodMessage: 'That was lost on me.' }
  const again = (await replyTo('xkqzt', { job: lost })).replies
  expect(again).toEqual([`That was lost on me.\n${english.sayAgain}`])
  const field = (await replyTo('xkqzt', { job: lost, isAsked: true })).replies
  expect(field).toEqual(['That was lost on me.\nDo you have a photo?'])
})

test('asks in the contact’s language in a job that the product drafted', async () => {
  const job = { notUnderstoodMessage: phrasesFor('de')?.notUnderstood ?? '' }
  expect((await replyTo('?', { job })).replies[0]).toContain(english.notUnderstood)
})

test('hands over after a second message without sense', async () => {
  const said = `${english.notUnderstood}\n${english.sayAgain}`
  const passedOn = { replies: [english.seen], unanswered: 'xkqzt' }
  expect(await replyTo('xkqzt', { said })).toMatchObject(passedOn)
})

test.each(['👍', '9876543210', 'my cousin comes too'])(
  '%s is not taken for a message without sense',
  async (text) => {
    expect((await replyTo(text)).replies.join('')).not.toContain(english.notUnderstood)
  },
)
