/// <reference lib="dom" />
import { afterAll, vi } from 'vitest'

// Test files share a worker: each gets fresh modules, so that they share no state.
vi.resetModules()

/** Cleans up what the modules of a file started for the life of their page. */
const cleanups: (() => void)[] = []

type ListenerArguments = Parameters<EventTarget['addEventListener']>

for (const target of [window, document] as EventTarget[]) {
  const add: (...listening: ListenerArguments) => void = Reflect.get(target, 'addEventListener')
  target.addEventListener = (...listening: ListenerArguments) => {
    add.apply(target, listening)
    if (!isSharedCode(new Error())) cleanups.push(() => target.removeEventListener(...listening))
  }
  cleanups.push(() => void (target.addEventListener = add))
}

// Libraries and stand-ins for jsdom start once for all files.
function isSharedCode({ stack = '' }: Error): boolean {
  return /\/(node_modules|testing)\//.test(stack.split('\n')[2] ?? '')
}

const Channel = globalThis.BroadcastChannel
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name)
    cleanups.push(() => this.close())
  }
}
cleanups.push(() => void (globalThis.BroadcastChannel = Channel))

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const end of cleanups) end()
  sessionStorage.clear()
  localStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  }
  history.replaceState(null, '', '/')
  const { documentElement, head, body } = document
  for (const element of [documentElement, head, body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  head.replaceChildren()
  body.replaceChildren()
})
