import type { BillingSummary } from '@errand/contract/billing/summary'
import type { Form, FormResponseRow } from '@errand/contract/chats/form'
import type { FormData } from '@errand/contract/chats/form-data'
import type { Message } from '@errand/contract/chats/message'
import type { ChatSession, MessageList, SessionList } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import { jobFieldSchema } from '@errand/contract/job-field'

let count = 0

/** An id in the format of the api: the kind and 26 letters and digits. */
export const anId = (kind: string, number = (count += 1)): string =>
  `${kind}_${String(number).padStart(26, '0')}`

const hourMs = 60 * 60 * 1000
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
export const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** A session with Ravi, who wrote an hour ago and is answered by the assistant. */
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

/** A 24-hour window that has closed. */
export const closedWindow = (): Pick<ChatSession, 'window'> => ({
  window: { open: false, expiresAt: ago(2 * hourMs), lastInboundAt: ago(26 * hourMs) },
})

/** A message from Ravi. */
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

/** A reply of the owner. */
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

/** A problem document as the api sends it. */
export const aProblem = (status: number, code: string, rest: object = {}) => ({
  type: `https://errors.local/${code}`,
  title: 'Refused',
  status,
  code,
  traceId: 't',
  ...rest,
})

/** The form of a salon: service, time and number of people. */
export const aForm = (rest: Partial<Form> = {}): Form => ({
  id: anId('frm', 1),
  name: 'Salon booking',
  jobId: anId('job', 1),
  version: 1,
  status: 'published',
  fields: [
    jobFieldSchema.parse({
      key: 'service',
      label: 'Service',
      type: 'select',
      order: 0,
      required: true,
      options: [
        { value: 'cut', label: 'Haircut' },
        { value: 'color', label: 'Colour' },
      ],
    }),
    jobFieldSchema.parse({
      key: 'seats',
      label: 'Seats',
      type: 'integer',
      order: 1,
      required: true,
    }),
  ],
  sessionCount: 2,
  completeCount: 1,
  createdAt: ago(hourMs),
  updatedAt: ago(hourMs),
  ...rest,
})

/** Ravi's answers. */
export const aResponse = (rest: Partial<FormResponseRow> = {}): FormResponseRow => ({
  id: anId('rsp'),
  sessionId: anId('ses'),
  contact: { id: anId('con'), name: 'Ravi', phoneNumber: '+919812345678' },
  status: 'complete',
  version: 1,
  values: { service: 'cut', seats: 2 },
  updatedAt: ago(hourMs),
  ...rest,
})

/** An account with a price of 20 paise per message. */
export const aBillingSummary = (): BillingSummary => ({
  plan: {
    state: 'active',
    trialEndsAt: '2026-11-01T00:00:00.000Z',
    trialDaysLeft: 0,
    trialMessagesLeft: null,
    graceMessagesLeft: 25,
  },
  balance: { amountMinor: 19_990, currency: 'INR', messagesLeft: 999 },
  unit: { price: '0.20', currency: 'INR', per: 'message' },
  usage: {
    from: '2026-11-20',
    to: '2026-11-21',
    messages: 0,
    assistant: 0,
    owner: 0,
    template: 0,
    failedNotCharged: 0,
    amountMinor: 0,
    series: [],
  },
  forecast: { perDay7d: 0, usedDays7d: 0, runsOutOn: null },
  packs: [],
  orders: { items: [], nextCursor: null },
  invoices: { items: [], nextCursor: null },
  asOf: '2026-11-21T12:00:00.000Z',
})
