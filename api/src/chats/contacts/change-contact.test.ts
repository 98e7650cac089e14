import { expect, test } from 'vitest'

import { insertChat, insertMessage } from '../../../test/chat-rows.ts'
import { ownerIdOf } from '../../../test/owner-id.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { newId } from '../../database/new-id.ts'

const api = useTestApi()

test('a contact’s chats on two channels are taken in the order that everybody takes several in', async () => {
  const owner = await api.newOwner()
  const ownerId = await ownerIdOf(api, owner)
  const { queries } = api.database
  const [low = '', high = ''] = [newId('session'), newId('session')].toSorted()
  // The channels are looked through the other way round.
  const first = await insertChat(queries, {
    id: low,
    ownerId,
    channel: 'simulator',
    unreadCount: 1,
  })
  const { contactId } = first
  const second = await insertChat(queries, {
    id: high,
    ownerId,
    contactId,
    channel: 'whatsapp',
    unreadCount: 1,
  })
  const ids: string[] = []
  for (const chat of [first, second]) {
    const id = newId('message')
    await insertMessage(queries, chat, { id, seq: 1 })
    ids.push(id)
  }

  const rename = () =>
    owner.call('PUT', `/api/chats/contacts/${contactId}`, { body: { name: 'A' } })
  const read = (isRead: boolean) =>
    owner.call('PUT', '/api/chats/messages/mark-read', { body: { messageIds: ids, read: isRead } })
  for (let round = 0; round < 40; round += 1) {
    const answers = await Promise.all([rename(), read(true), rename(), read(false)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
})
