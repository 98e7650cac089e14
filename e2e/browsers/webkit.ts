import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'

import { expect } from 'playwright/test'

import { freePort } from '../support/product.ts'
import { createTab, type Driver, type Tab } from './tab.ts'
import { openWatchingProxy } from './watching-proxy.ts'

/** It comes with the driver, in a folder that is named after the machine's processor. */
const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-*/MiniBrowser')
/** The key of an element's id, by the specification of WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>

/** Opens WebKitGTK's own browser, by WebDriver, on a screen of its own. */
export async function openWebKit(origin: string): Promise<Tab> {
  const proxy = await openWatchingProxy(origin)
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  const port = freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      LANG: 'en_IN.UTF-8',
      LANGUAGE: 'en_IN',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // It needs user namespaces, which a container seldom has.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  })
  const call = callDriver(`http://127.0.0.1:${port}`)
  await expect.poll(() => call('GET', '/status').catch(() => undefined)).toBeDefined()
  const session = await openSession(call, proxy.address)
  return createTab(
    {
      ...driverOf(session),
      errors: proxy.errors,
      async close() {
        await session('DELETE', '')
        proxy.close()
        await Promise.all([driver, screen].map(stop))
      },
    },
    origin,
  )
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

const callDriver =
  (driver: string): Call =>
  async (method, path, body = {}) => {
    const answer = await fetch(`${driver}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: never }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }

/** A session in a window without a toolbar, which would not be as narrow as a phone. */
async function openSession(call: Call, proxy: string): Promise<Call> {
  const args = [
    '--automation',
    `--proxy=${proxy}`,
    '--javascript-can-open-windows-automatically=true',
  ]
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        'webkitgtk:browserOptions': { binary: miniBrowser, args },
      },
    },
  })
  const session: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body)
  const first = await session<string>('GET', '/window')
  const script = "window.open('about:blank', '', 'popup')"
  await session('POST', '/execute/sync', { script, args: [] })
  const others = async () =>
    (await session<string[]>('GET', '/window/handles')).filter((handle) => handle !== first)
  await expect.poll(others).toHaveLength(1)
  await session('POST', '/window', { handle: (await others())[0] })
  return session
}

/** An element as WebDriver names it. */
type Reference = Record<string, string>

function driverOf(session: Call): Omit<Driver<Reference>, 'errors' | 'close'> {
  const run = async (script: string): Promise<unknown> => {
    const { value, error } = await session<{ value?: unknown; error?: string }>(
      'POST',
      '/execute/async',
      {
        script: `const done = arguments[0]
          new Promise((resolve) => resolve((${script})()))
            .then((value) => done({ value }), (error) => done({ error: String(error) }))`,
        args: [],
      },
    )
    if (error !== undefined) throw new Error(error)
    return value
  }
  const press = (element: Reference, command: string, body?: object) =>
    session<void>('POST', `/element/${element[elementKey]}/${command}`, body)
  return {
    run,
    goto: (url) => session('POST', '/url', { url }),
    resize: (width, height) => session('POST', '/window/rect', { x: 0, y: 0, width, height }),
    find: async (script) => (await run(script)) as Reference[],
    click: (element) => press(element, 'click'),
    async fill(element, text) {
      await press(element, 'clear')
      await press(element, 'value', { text })
    },
    setCookie: (name, value) => session('POST', '/cookie', { cookie: { name, value } }),
    async cookie(name) {
      const cookies = await session<{ name: string; value: string }[]>('GET', '/cookie')
      return cookies.find((one) => one.name === name)?.value
    },
  }
}
