import type { FormData } from '@errand/contract/chats/form-data'
import type { Message } from '@errand/contract/chats/message'
import type { ChatSession, MessageList, SessionList } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'

let count = 0

/** An id as the api makes them: 26 letters and digits behind the kind. */
export const anId = (kind: string, number = (count += 1)): string =>
  `${kind}_${String(number).padStart(26, '0')}`

const hourMs = 60 * 60 * 1000
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
export const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** A chat with Ravi, who wrote an hour ago and is answered by the assistant. */
export function aSession({
  name = 'Ravi',
  ...rest
}: Partial<ChatSession> & { name?: string } = {}): ChatSession {
  const number = (count += 1)
  return {
    id: anId('ses', number),
    contact: {
      id: anId('con', number),
      name,
      phoneNumber: '+919812345678',
      waId: '919812345678',
      blocked: false,
      previousSessions: 0,
    },
    job: { id: anId('job', 1), name: 'Salon booking' },
    jobVersion: 1,
    channel: 'simulator',
    status: 'active',
    handler: 'assistant',
    handlerSince: ago(hourMs),
    run: 'idle',
    attention: [],
    window: { open: true, expiresAt: ahead(23 * hourMs), lastInboundAt: ago(hourMs) },
    unreadCount: 0,
    lastMessage: {
      id: anId('msg', number),
      preview: 'Tomorrow 5 pm?',
      author: 'contact',
      at: ago(hourMs),
      status: 'received',
    },
    messageCount: 1,
    progress: { required: 0, answered: 0, complete: false },
    formId: null,
    formData: null,
    savedForLater: false,
    remarkCount: 0,
    cost: { messages: 0, amountMinor: 0, currency: 'INR' },
    createdAt: ago(2 * hourMs),
    lastActivityAt: ago(hourMs),
    seq: 1,
    ...rest,
  }
}

/** A chat whose 24 hours are over. */
export const closedWindow = (): Pick<ChatSession, 'window'> => ({
  window: { open: false, expiresAt: ago(2 * hourMs), lastInboundAt: ago(26 * hourMs) },
})

/** What Ravi wrote. */
export function aMessage(rest: Partial<Message> & Pick<Message, 'sessionId'>): Message {
  const number = (count += 1)
  return {
    id: anId('msg', number),
    direction: 'in',
    author: 'contact',
    seq: number,
    type: 'text',
    text: 'Tomorrow 5 pm?',
    status: 'received',
    statusAt: {},
    attempts: 0,
    remarks: [],
    createdAt: ago(hourMs),
    ...rest,
  }
}

/** What the owner wrote to him. */
export const aReply = (rest: Partial<Message> & Pick<Message, 'sessionId'>): Message =>
  aMessage({
    direction: 'out',
    author: 'owner',
    text: 'Yes, 5 pm works.',
    status: 'queued',
    attempts: 1,
    ...rest,
  })

export function aSessionList(items: ChatSession[], rest: Partial<SessionList> = {}): SessionList {
  const unread = items.filter(({ unreadCount }) => unreadCount > 0).length
  return {
    items,
    nextCursor: null,
    totals: { all: items.length, unread, needsYou: 0, saved: 0, owner: 0 },
    serverTime: new Date().toISOString(),
    ...rest,
  }
}

export const aMessageList = (
  session: ChatSession,
  items: Message[],
  rest: Partial<MessageList> = {},
): MessageList => ({
  session,
  items,
  hasMoreBefore: false,
  hasMoreAfter: false,
  firstUnreadId: null,
  ...rest,
})

export const aTemplate = (rest: Partial<Template> = {}): Template => ({
  name: 'follow_up_en',
  language: 'en',
  category: 'UTILITY',
  status: 'APPROVED',
  body: 'Hi {{1}}, about {{2}}: shall we go on?',
  buttons: [],
  variables: [
    { name: '1', example: 'Asha' },
    { name: '2', example: 'your booking' },
  ],
  parameterFormat: 'POSITIONAL',
  updatedAt: ago(hourMs),
  ...rest,
})

export const someAnswers = (rest: Partial<FormData> = {}): FormData => ({
  id: anId('rsp'),
  formId: anId('frm', 1),
  formVersion: 1,
  sessionId: anId('ses', 1),
  status: 'partial',
  version: 3,
  values: {},
  meta: {},
  missing: [],
  suggestions: [],
  updatedAt: ago(hourMs),
  ...rest,
})

/** A refusal as the api words it. */
export const aProblem = (status: number, code: string, rest: object = {}) => ({
  type: `https://errors.local/${code}`,
  title: 'Refused',
  status,
  code,
  traceId: 't',
  ...rest,
})
