import { runInNewContext } from 'node:vm'

import { pushWorkerPath, type PushWorkerQuestion } from '@errand/contract/push-worker'
import { beforeEach, expect, test, vi } from 'vitest'

import { setUpTestEdge } from '../../testing/edge-fixture.ts'
import { hostBuild } from '../../testing/releases-fixture.ts'

const { edge, open } = setUpTestEdge([hostBuild()])
const origin = 'https://errand.example'

interface Shown {
  title: string
  options: { body: string; tag: string; renotify: boolean; data: { path: string; at: number } }
  data: unknown
  close: () => void
}

let shown: Shown[] = []
let wasShown: Shown[] = []
let handlers: Record<string, (event: object) => void> = {}
let runTimers: (() => void)[] = []
const openWindow = vi.fn<(path: string) => void>()
const focus = vi.fn<() => void>()
/** What the open page answers; without an answer it is suspended. */
let answer: ((question: PushWorkerQuestion) => boolean) | undefined
let hasPage = false

const page = {
  focus,
  postMessage: (question: PushWorkerQuestion, [port]: [MessagePort]) => {
    if (answer === undefined) for (const run of runTimers) run()
    else port.postMessage(answer(question))
    port.close()
  },
}

const showNotification = (title: string, options: Shown['options']) => {
  const one: Shown = {
    title,
    options,
    data: options.data,
    close: () => void (shown = shown.filter((other) => other !== one)),
  }
  shown = [...shown.filter(({ options: { tag } }) => tag !== options.tag), one]
  wasShown.push(one)
}

/** A browser with the worker that the edge serves. */
beforeEach(async () => {
  shown = []
  wasShown = []
  handlers = {}
  runTimers = []
  answer = undefined
  hasPage = false
  openWindow.mockReset()
  focus.mockReset()
  const source = await (await edge.request(pushWorkerPath)).text()
  runInNewContext(source, {
    // As in Safari 17.
    URL: Object.assign(class extends URL {}, { parse: undefined }),
    MessageChannel,
    location: new URL(origin),
    setTimeout: (run: () => void) => runTimers.push(run),
    addEventListener: (type: string, handler: (event: object) => void) => {
      handlers[type] = handler
    },
    clients: { matchAll: async () => (hasPage ? [page] : []), openWindow },
    registration: {
      showNotification,
      getNotifications: async ({ tag }: { tag: string }) =>
        shown.filter(({ options }) => options.tag === tag),
    },
  })
})

/** Dispatches an event and waits for what the worker does about it. */
async function dispatch(type: string, event: object): Promise<void> {
  let work: unknown
  handlers[type]?.({ ...event, waitUntil: (promise: unknown) => void (work = promise) })
  await work
}

const push = (text: string) => dispatch('push', { data: { json: (): unknown => JSON.parse(text) } })
const handoff = { title: 'Ravi', body: 'Asks for you', path: '/chats?session=ses_1', tag: 'ses_1' }
const pushHandoff = () => push(JSON.stringify(handoff))
const click = (data: unknown) =>
  dispatch('notificationclick', { notification: { data, close: () => {} } })

test('the worker is a revalidated script at the root and handles no requests', async () => {
  const { headers } = await edge.request(pushWorkerPath)

  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(Object.keys(handlers)).not.toContain('fetch')
  expect((await open('/login')).policy).toContain("worker-src 'self'")
})

test('a push message is shown with images that the edge has', async () => {
  await pushHandoff()

  expect(shown).toMatchObject([{ title: 'Ravi', options: { body: 'Asks for you', tag: 'ses_1' } }])
  const { icon, badge } = { icon: '', badge: '', ...shown[0]?.options }
  for (const path of [icon, badge]) {
    const image = await edge.request(path)
    expect(image.headers.get('content-type')).toBe('image/png')
  }
})

test.each(['not json', '[]', '{"title":5,"tag":""}'])(
  'an unreadable message (%s) is still shown',
  async (text) => {
    await push(text)
    expect(shown).toMatchObject([{ title: 'Errand', options: { tag: 'errand' } }])
  },
)

test('while the owner looks at the page a notification is shown and closed at once', async () => {
  hasPage = true
  answer = ({ type }) => type === 'errand.is-in-front'
  await pushHandoff()

  expect(wasShown).toHaveLength(1)
  expect(shown).toEqual([])
})

test.each(['lowBalance', 'test'])(
  'an alert without a chat (%s) stays, also while the owner looks at the page',
  async (kind) => {
    hasPage = true
    answer = ({ type }) => type === 'errand.is-in-front'
    await push(JSON.stringify({ ...handoff, kind }))

    expect(shown).toHaveLength(1)
  },
)

test('a suspended page does not keep a message from being shown', async () => {
  hasPage = true
  await pushHandoff()

  expect(shown).toHaveLength(1)
})

test('a second alert of a chat replaces the first without another sound', async () => {
  const { title, path, tag, body } = handoff
  showNotification(title, { body, tag, renotify: false, data: { path, at: Date.now() } })
  await pushHandoff()
  expect(shown.map(({ options }) => options.renotify)).toEqual([false])

  showNotification(title, { body, tag, renotify: false, data: { path, at: Date.now() - 60_000 } })
  await pushHandoff()
  expect(shown.map(({ options }) => options.renotify)).toEqual([true])
})

test('a click opens the chat in the open page', async () => {
  hasPage = true
  const questions: PushWorkerQuestion[] = []
  answer = (question) => questions.push(question) > 0
  await click({ path: handoff.path })

  expect(questions).toEqual([{ type: 'errand.open', path: handoff.path }])
  expect(focus).toHaveBeenCalledOnce()
  expect(openWindow).not.toHaveBeenCalled()
})

test.each([true, false])('a click opens a window if no page answers (%s)', async (isOpen) => {
  hasPage = isOpen
  await click({ path: handoff.path })

  expect(openWindow).toHaveBeenCalledExactlyOnceWith(handoff.path)
  expect(focus).not.toHaveBeenCalled()
})

test.each(['https://evil.example/a', '//evil.example', '/.//evil.example', 'http://[', 7, null])(
  'a click never leaves the site (%s)',
  async (path) => {
    await click({ path })
    expect(openWindow).toHaveBeenCalledExactlyOnceWith('/dashboard')
  },
)
