/// <reference lib="dom" />
import { afterAll, vi } from 'vitest'

// Files share a worker: each has modules of its own, so that no state of theirs is shared.
vi.resetModules()

/** Ends what the file's modules began for as long as their page is open. */
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

// Libraries, and stand-ins for what jsdom lacks, begin once for all files.
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
