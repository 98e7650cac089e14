import { builtInLanguages } from '@errand/contract/language'
import { expect, test } from 'vitest'

import { nothingOf, testField, testMessage, testRequest } from '../../../test/turns.ts'
import { rulesProvider } from '../ai/rules/rules-provider.ts'
import { english, phrasesFor } from '../phrases/phrases.ts'
import { checkTurn } from './check-turn.ts'

const photo = testField('photo', 'file', { question: 'Do you have a photo?' })

/** What the built-in provider says to a text of a contact who was asked something, or nothing any more. */
async function replyTo(
  text: string,
  {
    asked = false,
    before = 'See you soon.',
    job = {},
    locale,
  }: {
    asked?: boolean
    before?: string
    job?: { notUnderstoodMessage?: string; language?: string; fallbackMessage?: string }
    locale?: string
  } = {},
) {
  const collected = { ...nothingOf(asked ? [photo] : []), asked: asked ? ['photo'] : [] }
  const request = testRequest(collected, {
    history: [testMessage('hi'), testMessage(before, { author: 'assistant' })],
    inbound: [testMessage(text)],
    job,
    locale,
  })
  const { turn } = await rulesProvider.answer(request, { signal: new AbortController().signal })
  const { replies, action, unanswered } = checkTurn({
    turn,
    request,
    collected,
    isShown: true,
  })
  return { replies, action, unanswered }
}

test.each(builtInLanguages)('what makes no sense is asked for again in %s', async (language) => {
  const { notUnderstood, sayAgain } = phrasesFor(language) ?? english
  for (const text of ['?', '...', 'xkqzt wrrgh']) {
    expect(await replyTo(text, { job: { language }, locale: language })).toEqual({
      replies: [`${notUnderstood}\n${sayAgain}`],
      action: 'continue',
      unanswered: null,
    })
  }
})

test('the owner says it in words of their own, with one question and no other', async () => {
  const plain = { notUnderstoodMessage: 'Pardon?', fallbackMessage: 'Asha will tell you.' }
  expect((await replyTo('xkqzt', { job: plain })).replies).toEqual(['Pardon?'])
  expect((await replyTo('xkqzt', { job: plain, asked: true })).replies).toEqual(['Pardon?'])
  const lost = { notUnderstoodMessage: 'That was lost on me.' }
  const again = (await replyTo('xkqzt', { job: lost })).replies
  expect(again).toEqual([`That was lost on me.\n${english.sayAgain}`])
  const field = (await replyTo('xkqzt', { job: lost, asked: true })).replies
  expect(field).toEqual(['That was lost on me.\nDo you have a photo?'])
})

test('a draft of the product asks in the language of the contact', async () => {
  const job = { notUnderstoodMessage: phrasesFor('de')?.notUnderstood ?? '' }
  expect((await replyTo('?', { job })).replies[0]).toContain(english.notUnderstood)
})

test('who says it a second time is passed on to the team', async () => {
  const before = `${english.notUnderstood}\n${english.sayAgain}`
  const { replies, unanswered } = await replyTo('xkqzt', { before })
  expect({ replies, unanswered }).toEqual({ replies: [english.seen], unanswered: 'xkqzt' })
})

test.each(['👍', '9876543210', 'my cousin comes too'])('%s is no riddle', async (text) => {
  expect((await replyTo(text)).replies.join('')).not.toContain(english.notUnderstood)
})
