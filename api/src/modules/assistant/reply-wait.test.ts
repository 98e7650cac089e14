import type { JobFieldType } from '@errand/contract/job-field'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import {
  asking,
  endDebounce,
  openShop,
  runsOf,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { eventsOf, receive } from '../../../test/chat-api.ts'
import { phonesOf, waitForChat } from '../../../test/phone-api.ts'
import { testField } from '../../../test/turns.ts'
import { assistantRuns } from '../../platform/database/schema.ts'
import { answerLocaleOf } from '../answers/reading.ts'
import { replyAt } from './reply-wait.ts'

const { api, ai } = useAssistant()

/** The usual pause, so that the waits are the usual ones. */
const assistant = { debounceSeconds: 8 }
const [answered, single, usual] = [1_000, 4_000, 8_000]

/** How long the assistant means to wait, as the owner's page shows it, from the first message on. */
async function waitIn(ownerId: string, sessionId: string): Promise<number> {
  const run = (await runsOf(api, sessionId)).at(-1)
  const shown = (await eventsOf(api, ownerId)).flatMap(({ data }) => {
    const { id, answersAt } = (data as { run?: { id: string; answersAt: string | null } }).run ?? {}
    return id === run?.id && answersAt != null ? [Date.parse(answersAt)] : []
  })
  return (shown.at(-1) ?? Number.NaN) - (run?.since.getTime() ?? 0)
}

const ravi = '+919800000001'

const options = ['Cut', 'Beard'].map((label) => ({ value: label.toLowerCase(), label }))

/** What the assistant has asked for, what comes, and how long it waits then. */
const replies: [type: JobFieldType, text: string, waitMs: number][] = [
  ['boolean', 'yes', answered],
  ['boolean', 'Haan!', answered],
  ['boolean', '👍🏽', answered],
  ['boolean', 'yes, but later', single],
  ['integer', '4', answered],
  ['integer', 'four of us', single],
  ['date', '28/11/2026', answered],
  ['date', 'yes', single],
  ['time', '5 pm', answered],
  ['email', 'ravi@example.com', answered],
  ['phone', '98765 43210', answered],
  ['select', 'beard', answered],
  ['select', 'A cut for my son', single],
  ['text', 'Ravi Kumar', single],
]

test.each(replies)(
  'after a question for a %s, “%s” is answered after %i ms',
  async (type, text, waitMs) => {
    const job = asking([
      'it',
      type,
      { question: 'What is it?', ...(type === 'select' && { options }) },
    ])
    const { owner, ownerId } = await openShop(api, { assistant, job })
    ai.says(() => turnOf('What is it?', { asks: ['it'] }))
    const { session } = await receive(owner)
    expect(await waitIn(ownerId, session.id)).toBe(single)
    await endDebounce(api, session.id)
    await waitForQuiet(api, session.id)

    await receive(owner, { text })

    expect(await waitIn(ownerId, session.id)).toBe(waitMs)
  },
)

test.each([
  ['Shall I put you on the list?', 'ok', answered],
  ['Shall I put you on the list?', 'What list', single],
  ['We are open until 8.', 'ok', single],
])(
  'after “%s”, which asks for no field, “%s” is answered after %i ms',
  async (said, text, waitMs) => {
    const { owner, ownerId } = await openShop(api, { assistant })
    ai.says(() => turnOf(said))
    const { session } = await receive(owner)
    await endDebounce(api, session.id)
    await waitForQuiet(api, session.id)

    await receive(owner, { text })

    expect(await waitIn(ownerId, session.id)).toBe(waitMs)
  },
)

test('replies after twelve seconds to a contact who goes on writing, whatever the owner chose', async () => {
  const { owner, ownerId } = await openShop(api, { assistant: { debounceSeconds: 30 } })
  const { session } = await receive(owner, { text: 'Hello' })
  const [run] = await runsOf(api, session.id)
  const since = new Date((run?.since.getTime() ?? 0) - 5_000)
  await api.database.queries
    .update(assistantRuns)
    .set({ since })
    .where(eq(assistantRuns.id, run?.id ?? ''))

  await receive(owner, { text: 'Do you cut hair' })

  expect(await waitIn(ownerId, session.id)).toBe(12_000)
})

test('shows the contact that it is typing while it waits', async () => {
  const { owner } = await openShop(api, { assistant: { debounceSeconds: 30 } })
  const phones = await phonesOf(api, owner)
  await phones.write(ravi, { text: 'Hello' })
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  const wakeAt = new Date(Date.now() + 60 * 60_000)
  const ofChat = eq(assistantRuns.sessionId, session.id)
  await api.database.queries.update(assistantRuns).set({ wakeAt }).where(ofChat)

  await vi.waitFor(async () => expect((await phones.chatWith(ravi)).isTyping).toBe(true))
  expect(await runsOf(api, session.id)).toMatchObject([{ state: 'waiting' }])
})

const now = new Date('2026-11-21T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const text = (words: string) => ({ type: 'text', text: words }) as const
const asked = {
  fields: [testField('people', 'integer'), testField('mail', 'email')],
  choices: [],
}

test.each([
  ['one of two answers', [text('4')], ago(0), null, single],
  ['both answers', [text('4'), text('a@b.example')], ago(2), ago(-2), answered],
  [
    'both answers and another word',
    [text('4'), text('a@b.example'), text('and')],
    ago(2),
    null,
    usual,
  ],
  [
    'a picture after a text',
    [text('Look'), { type: 'image', text: '' }] as const,
    ago(1),
    ago(-5),
    5_000,
  ],
  ['a tapped choice', [{ type: 'interactive', text: 'Yes' }] as const, ago(0), null, answered],
  ['a text near the limit', [text('So'), text('then')], ago(11), ago(-1), 1_000],
  ['a text past the limit', [text('So'), text('then')], ago(20), null, 0],
])('%s: the reply is due in time', (_, burst, since, dueAt, waitMs) => {
  const place = answerLocaleOf({ timeZone: 'Asia/Kolkata', locale: 'en-IN' })
  const due = replyAt({ asked, burst, usualMs: usual, since, dueAt, now, place })
  expect(due.getTime() - now.getTime()).toBe(waitMs)
})
