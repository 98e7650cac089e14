import { expect, test } from 'vitest'

import { allChats } from '../../test/extraction/all-chats.ts'
import { playChat } from '../../test/extraction/play-chat.ts'
import { scriptedProvider } from '../ai/scripted/scripted-provider.ts'

test.each(allChats)('$name', async (chat) => {
  const { ends = 'continue', reason = null, refused = [], reply = /./s } = chat

  const { collected, messages, last } = await playChat(scriptedProvider, chat)

  expect(collected.values).toEqual(chat.expected)
  expect(collected.suggestions).toEqual([])
  const failed = Object.entries(collected.meta).filter(([, { valid }]) => !valid)
  expect(failed.map(([key]) => key)).toEqual(refused)
  expect({ ends: last.action, reason: last.handoffReason }).toEqual({ ends, reason })
  expect(last.replies.join('\n')).toMatch(reply)
  // Each answer is in the contact's own words.
  for (const { messageId, evidence = '' } of Object.values(collected.meta)) {
    const source = messages.find(({ id }) => id === messageId)
    expect(source?.author).toBe('contact')
    expect(source?.text).toContain(evidence)
    expect(evidence).not.toBe('')
  }
})
