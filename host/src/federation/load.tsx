import { attemptTimeoutMs, pieceTimeoutMs } from '@errand/contract/limits'
import { isApiError } from '@errand/shared-auth'
import { type ComponentType, memo } from 'react'
import { isRouteErrorResponse, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom'

import type { LocalizedLabel } from '../shell/localized-label.ts'

/** What a load error has to say. */
interface Failure {
  /** What could not be loaded, as people know it. */
  subject: LocalizedLabel
  /** The releases that were tried, as `app@version`. */
  releases: string[]
  /** Whether the files are no longer there, or too many were loaded: only a reload helps. */
  needsReload?: boolean
  /** Whether this browser has tried it so often that it no longer does so by itself. */
  isGivenUp?: boolean
  cause?: unknown
}

/** Code that could not be loaded, or is not what it should be. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.releases.join(' '), failure)
    this.failure = failure
  }
}

/** Whether something threw a `RemoteLoadError`. */
export const isRemoteLoadError = (error: unknown): error is RemoteLoadError =>
  error instanceof RemoteLoadError

/** Whether another release may do better: it calls the same api, and was tried for a load error. */
export const isCodeAtFault = (error: unknown): boolean =>
  !isRouteErrorResponse(error) && !isApiError(error) && !isRemoteLoadError(error)

/** Resolves after so many milliseconds. */
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Does not resolve. */
const never = new Promise<never>(() => {})

/** Whether code neither came nor failed: the network is stuck, and nothing more is asked of it first. */
export const isTimedOut = (cause: unknown): boolean =>
  cause instanceof Error && cause.name === 'TimedOut'

/**
 * Takes the first attempt that gives a value. The next one begins when an attempt has failed, or has
 * not answered for 15 s; that one may still answer, and counts if it is the first. When all have
 * failed, or after 120 s, it is over.
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

/** Called when a page's code could not be loaded; gives the error that the page shows. */
export type OnLoadFailed = (cause: unknown) => Promise<Error>

const retryPauseMs = 300

/**
 * A route whose code is asked for twice, and again at the next visit. React Router itself remembers
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

  // The router draws all its routes at each step of a navigation; a page knows what it depends on.
  const LazyPage = memo(function LazyPage() {
    const Page = loaded.Component
    return Page ? <Page /> : null
  })

  return {
    ...rest,
    Component: LazyPage,
    loader: async (args: LoaderFunctionArgs) => {
      // Data and code at the same time; a loader may live in either place.
      const own = typeof route.loader === 'function' ? route.loader(args, undefined) : null
      const [data, module] = await Promise.all([own, load()])
      return module.loader === undefined ? data : module.loader(args)
    },
  }
}

/** What would be ignored without a word is refused with one. */
function rejectUnsupported({
  Component: _component,
  loader: _loader,
  ...others
}: LazyModule): void {
  const names = Object.keys(others)
  if (names.length > 0) throw new TypeError(`\`lazy\` cannot answer ${names.join(', ')}`)
}
