import type { Page } from 'playwright/test'

const sessionCount = 10_000
const messageCount = 50_000
const pageSize = 50
const began = Date.UTC(2026, 0, 1)

const id = (kind: string, number: number) => `${kind}_${String(number).padStart(26, '0')}`
const at = (number: number) => new Date(began + number * 60_000).toISOString()

/** One of ten thousand chats, the latest first. */
function aSession(index: number) {
  const when = at(sessionCount - index)
  return {
    id: id('ses', index),
    contact: {
      id: id('con', index),
      name: `Contact ${index}`,
      phoneNumber: `+9198${String(index).padStart(8, '0')}`,
      waId: `9198${String(index).padStart(8, '0')}`,
      blocked: false,
      previousSessions: 0,
    },
    job: null,
    jobVersion: null,
    channel: 'simulator',
    status: 'active',
    handler: 'assistant',
    handlerSince: when,
    run: 'idle',
    attention: [],
    window: {
      open: true,
      expiresAt: new Date(Date.now() + 4e7).toISOString(),
      lastInboundAt: when,
    },
    unreadCount: 0,
    lastMessage: {
      id: id('msg', index),
      preview: `What was said last in chat ${index}`,
      author: 'contact',
      at: when,
      status: 'received',
    },
    messageCount,
    progress: { required: 0, answered: 0, complete: false },
    formId: null,
    formData: null,
    savedForLater: false,
    remarkCount: 0,
    cost: { messages: 0, amountMinor: 0, currency: 'INR' },
    createdAt: at(0),
    lastActivityAt: when,
    seq: 1,
  }
}

/** One of fifty thousand messages; every seventh is a long one. */
function aMessage(session: number, seq: number) {
  const isIn = seq % 2 === 0
  return {
    // Each chat has messages of its own; the number tells where in the chat it stands.
    id: id('msg', session * messageCount + seq),
    sessionId: id('ses', session),
    direction: isIn ? 'in' : 'out',
    author: isIn ? 'contact' : 'assistant',
    seq,
    type: 'text',
    text: `Message ${seq}. ${seq % 7 === 0 ? 'A longer one, of several lines. '.repeat(8) : ''}`,
    status: isIn ? 'received' : 'read',
    statusAt: {},
    attempts: 1,
    remarks: [],
    createdAt: at(seq),
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

function listSessions(query: URLSearchParams) {
  const first = Number(query.get('cursor') ?? 0)
  const size = Number(query.get('limit') ?? pageSize)
  const wanted = query.get('q') ?? ''
  const all = range(0, sessionCount).filter((index) => `contact ${index}`.includes(wanted))
  return {
    items: all.slice(first, first + size).map(aSession),
    nextCursor: first + size < all.length ? String(first + size) : null,
    totals: { all: all.length, unread: 0, needsYou: 0, saved: 0, owner: 0 },
    serverTime: new Date().toISOString(),
  }
}

function listMessages(session: number, query: URLSearchParams) {
  const before = query.get('before')
  const end = before === null ? messageCount : Number(before.slice(4)) - session * messageCount
  const first = Math.max(1, end - pageSize)
  return {
    session: aSession(session),
    items: range(first, end).map((seq) => aMessage(session, seq)),
    hasMoreBefore: first > 1,
    hasMoreAfter: false,
    firstUnreadId: null,
  }
}

/** Gives the page an account of ten thousand chats, each of fifty thousand messages. */
export async function serveLargeAccount(page: Page): Promise<void> {
  await page.route(/\/api\/chats\/sessions(\?|$)/, (route) =>
    route.fulfill({ json: listSessions(new URL(route.request().url()).searchParams) }),
  )
  await page.route(/\/api\/chats\/sessions\/[^/]+\/messages/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const session = Number(/ses_(\d+)/.exec(pathname)?.[1])
    return route.fulfill({ json: listMessages(session, searchParams) })
  })
}
