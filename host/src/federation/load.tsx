import { attemptTimeoutMs, pieceTimeoutMs } from '@errand/contract/limits'
import { type ComponentType, memo } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'

/** Resolves after this many milliseconds. */
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Never resolves. */
const never = new Promise<never>(() => {})

/**
 * Whether code neither arrived nor failed: the network is stuck, so nothing else should be
 * requested first.
 */
export const isTimedOut = (cause: unknown): boolean =>
  cause instanceof Error && cause.name === 'TimedOut'

/**
 * Resolves to the first attempt that succeeds. The next one starts when an attempt has failed or
 * has not answered for 15 s; a slow one still counts if it answers first. Rejects when all have
 * failed, or after 120 s.
 */
export function firstSuccessful<T>(attempts: (() => Promise<T>)[]): Promise<T> {
  let isOver = false
  let turn: Promise<unknown> = Promise.resolve()
  const runs = attempts.map((attempt) => {
    const run = turn.then(async () => {
      if (isOver) return never
      const value = await attempt()
      isOver = true
      return value
    })
    turn = Promise.race([run.catch(() => {}), turn.then(() => wait(attemptTimeoutMs))])
    return run
  })
  const end = wait(pieceTimeoutMs).then(() => {
    isOver = true
    throw Object.assign(new Error('Timed out'), { name: 'TimedOut' })
  })
  return Promise.race([Promise.any(runs), end])
}

interface LazyModule {
  Component?: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
}

/** Called when a page's code could not be loaded; resolves to the error that the page shows. */
export type OnLoadFailed = (cause: unknown) => Promise<Error>

const retryPauseMs = 300

/**
 * A route whose code is requested twice, and again at the next visit. React Router itself remembers
 * a failed `lazy` for the life of the page.
 */
export function withRetriedLazy(
  route: RouteObject,
  lazy: () => Promise<object>,
  onLost: OnLoadFailed,
): RouteObject {
  const { lazy: _lazy, ...rest } = route
  let pending: Promise<LazyModule> | undefined
  let loaded: LazyModule = {}

  async function load(): Promise<LazyModule> {
    pending ??= firstSuccessful<LazyModule>([lazy, () => wait(retryPauseMs).then(lazy)])
    try {
      loaded = await pending
      if (process.env['NODE_ENV'] !== 'production') rejectUnsupported(loaded)
      return loaded
    } catch (cause) {
      pending = undefined
      throw await onLost(cause)
    }
  }

  // Memoized: the router renders all its routes at each step of a navigation, and a page knows what
  // it depends on.
  const LazyPage = memo(function LazyPage() {
    const Page = loaded.Component
    return Page ? <Page /> : null
  })

  return {
    ...rest,
    Component: LazyPage,
    loader: async (args: LoaderFunctionArgs) => {
      // Data and code at the same time; a loader may be in either of the two.
      const own = typeof route.loader === 'function' ? route.loader(args, undefined) : null
      const [data, module] = await Promise.all([own, load()])
      return module.loader === undefined ? data : module.loader(args)
    },
  }
}

/** A property of a lazy route that would be silently ignored is an error. */
function rejectUnsupported({
  Component: _component,
  loader: _loader,
  ...others
}: LazyModule): void {
  const names = Object.keys(others)
  if (names.length > 0) throw new TypeError(`\`lazy\` cannot answer ${names.join(', ')}`)
}
