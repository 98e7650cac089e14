import { queryChannel, type ObservedQuery } from '@errand/database'
import { expect, test, vi } from 'vitest'

import { openShop, startAnswering } from '../../test/assistant-api.ts'
import { phonesOf, waitForChat } from '../../test/phone-api.ts'
import { useTestApi } from '../../test/test-api.ts'
import { rulesProvider } from '../modules/ai/rules/rules-provider.ts'
import { webhookEvents } from '../platform/database/schema.ts'

const api = useTestApi()

/** A phone whose network never says what became of a message. */
const contact = '+919845900004'

test('a message is answered with at most 80 statements in five transactions', async () => {
  await startAnswering(api, rulesProvider)
  const { owner } = await openShop(api, { assistant: { debounceSeconds: 1 } })
  const phones = await phonesOf(api, owner)
  await phones.write(contact)
  await waitForChat(owner, ({ items }) => {
    expect(items.at(-1)).toMatchObject({ author: 'assistant', status: 'sent' })
  })
  await vi.waitFor(async () => expect(await api.database.queries.$count(webhookEvents)).toBe(0))

  const statements = await observe(async (seen) => {
    await phones.write(contact, { text: 'Where are you?' })
    await vi.waitFor(() => {
      expect(seen.some(isSent)).toBe(true)
      expect(seen.at(-1)).toBe('commit')
    })
  })

  expect(statements.filter((statement) => statement === 'begin')).toHaveLength(5)
  expect(statements.length).toBeLessThanOrEqual(80)
})

/** Stores the id that WhatsApp has given the reply: the last transaction of a message. */
const isSent = (statement: string): boolean =>
  statement.startsWith('update "messages"') && statement.includes('"provider_id" = ')

/** Looks for runs that are due: how many depends on timing, not on the message. */
const isClock = (statement: string): boolean => statement.includes('"wake_at" is not null order by')

async function observe(act: (seen: readonly string[]) => Promise<void>): Promise<string[]> {
  const seen: string[] = []
  const listener = (query: unknown) => {
    const { statement } = query as ObservedQuery
    if (!isClock(statement)) seen.push(statement)
  }
  queryChannel.start.subscribe(listener)
  try {
    await act(seen)
  } finally {
    queryChannel.start.unsubscribe(listener)
  }
  return seen
}
