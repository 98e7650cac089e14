import type { ChatSession } from '@errand/contract/chats/session'

export const at = '2026-11-21T10:00:00Z'

/** A session that was handed over to the owner. */
export function aChat(name: string, parts: Partial<ChatSession> = {}): ChatSession {
  return {
    id: `ses_${name}`,
    contact: {
      id: `con_${name}`,
      name,
      phoneNumber: '+919800000000',
      waId: '919800000000',
      blocked: false,
      previousSessions: 0,
    },
    job: null,
    jobVersion: null,
    channel: 'whatsapp',
    status: 'active',
    handler: 'owner',
    handlerSince: at,
    handlerReason: 'customer_request',
    run: 'idle',
    attention: ['handoff'],
    window: { open: true, expiresAt: at, lastInboundAt: at },
    unreadCount: 1,
    lastMessage: { id: 'msg_1', preview: 'Is it open?', author: 'contact', at, status: 'received' },
    messageCount: 1,
    progress: { required: 0, answered: 0, complete: false },
    formId: null,
    formData: null,
    savedForLater: false,
    remarkCount: 0,
    cost: { messages: 0, amountMinor: 0, currency: 'INR' },
    createdAt: at,
    lastActivityAt: at,
    seq: 1,
    ...parts,
  }
}
