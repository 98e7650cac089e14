import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { createTab, type Driver, type Tab } from './tab.ts'

/** A part of an answer of WebDriver BiDi. */
interface RemoteValue {
  value?: unknown
  sharedId?: string
}

type Send = <Answer>(method: string, params: object) => Promise<Answer>

/** Opens Mozilla's own build of Firefox, which speaks WebDriver BiDi without a driver beside it. */
export async function openFirefox(origin: string): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), 'errand-firefox-'))
  const args = ['--headless', '--remote-debugging-port=0', '--profile', profile, 'about:blank']
  const firefox = spawn('firefox-esr', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const socket = new WebSocket(`${await addressOf(firefox)}/session`)
  await once(socket, 'open')
  const errors: string[] = []
  const send = speak(socket, errors)
  const capabilities = { alwaysMatch: { acceptInsecureCerts: true } }
  await send('session.new', { capabilities })
  await send('session.subscribe', { events: ['log.entryAdded', 'network.responseCompleted'] })
  const { contexts } = await send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  )
  const driver = driverOf(send, contexts[0]?.context ?? '', origin)
  return createTab(
    {
      ...driver,
      errors,
      async close() {
        const exited = once(firefox, 'exit')
        await send('browser.close', {})
        await exited
        rmSync(profile, { recursive: true })
      },
    },
    origin,
  )
}

/** The address that Firefox prints once it can be spoken with. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('Nothing is read of Firefox')
  for await (const line of createInterface({ input: stderr })) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    // Read on, so that Firefox can write on.
    if (address !== undefined) stderr.resume()
    if (address !== undefined) return address
  }
  throw new Error('Firefox ended before it could be spoken with')
}

interface Message {
  id?: number
  result?: never
  error?: string
  message?: string
  method?: string
  params: { level?: string; text?: string; response?: { status: number; url: string } }
}

/** In what Firefox says of each script with a hash that was still loading when its page was left. */
const hashOfNothing = createHash('sha384').digest('base64')

const isError = ({ level, text = '' }: Message['params']): boolean =>
  level === 'error' && !text.includes(hashOfNothing)

/** Sends commands, and collects errors from the events in between. */
function speak(socket: WebSocket, errors: string[]): Send {
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message, method, params } = JSON.parse(String(data)) as Message
    if (id === undefined) {
      const { text = '', response: { status, url } = { status: 0, url: '' } } = params
      if (method === 'log.entryAdded' && isError(params)) errors.push(text)
      if (status >= 400) errors.push(`${status} ${url}`)
      return
    }
    const { resolve, reject } = waiting.get(id) ?? {}
    if (error === undefined) resolve?.(result as never)
    else reject?.(new Error(`${error}: ${message}`))
    waiting.delete(id)
  })
  let lastId = 0
  return (method, params) => {
    const answer = Promise.withResolvers<never>()
    lastId += 1
    waiting.set(lastId, answer)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return answer.promise
  }
}

function driverOf(
  send: Send,
  context: string,
  origin: string,
): Omit<Driver<RemoteValue>, 'errors' | 'close'> {
  const call = async (
    functionDeclaration: string,
    ...args: RemoteValue[]
  ): Promise<RemoteValue> => {
    const { result, exceptionDetails } = await send<{
      result: RemoteValue
      exceptionDetails?: { text: string }
    }>('script.callFunction', {
      functionDeclaration,
      arguments: args.map(({ sharedId }) => ({ sharedId })),
      target: { context },
      awaitPromise: true,
    })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return result
  }
  const perform = (action: object) =>
    send<void>('input.performActions', { context, actions: [{ id: 'input', ...action }] })
  const click = async (element: RemoteValue) => {
    await call("(element) => element.scrollIntoView({ block: 'center' })", element)
    const place = { type: 'element', element: { sharedId: element.sharedId } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin: place },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await perform({ type: 'pointer', actions })
  }
  return {
    click,
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    resize: (width, height) =>
      send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async run(script) {
      const { value } = await call(`async () => JSON.stringify([await (${script})()])`)
      return (JSON.parse(String(value)) as unknown[])[0]
    },
    find: async (script) => (await call(script)).value as RemoteValue[],
    async fill(element, text) {
      await click(element)
      await call('(element) => element.select()', element)
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await perform({ type: 'key', id: 'keys', actions })
    },
    setCookie: (name, value) =>
      send('storage.setCookie', {
        cookie: { name, value: { type: 'string', value }, domain: new URL(origin).hostname },
        partition: { type: 'context', context },
      }),
    async cookie(name) {
      const { cookies } = await send<{ cookies: { value: { value: string } }[] }>(
        'storage.getCookies',
        { filter: { name }, partition: { type: 'context', context } },
      )
      return cookies[0]?.value.value
    },
  }
}
