import { memo, type ComponentType } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'

import { tryRoads } from './try-roads.ts'
import { wait } from './wait.ts'

interface LazyModule {
  Component?: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
}

/** Called when a page's code could not be loaded; gives the error that the page shows. */
export type OnLost = (cause: unknown) => Promise<Error>

const retryPauseMs = 300

/**
 * A route whose code is asked for twice, and again at the next visit. React Router itself remembers
 * a failed `lazy` for the life of the page.
 */
export function withRetriedLazy(
  route: RouteObject,
  lazy: () => Promise<object>,
  onLost: OnLost,
): RouteObject {
  const { lazy: _lazy, ...rest } = route
  let pending: Promise<LazyModule> | undefined
  let loaded: LazyModule = {}

  async function load(): Promise<LazyModule> {
    pending ??= tryRoads<LazyModule>([lazy, () => wait(retryPauseMs).then(lazy)])
    try {
      loaded = await pending
      if (process.env['NODE_ENV'] !== 'production') refuseOthers(loaded)
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
function refuseOthers({ Component: _component, loader: _loader, ...others }: LazyModule): void {
  const names = Object.keys(others)
  if (names.length > 0) throw new TypeError(`\`lazy\` cannot answer ${names.join(', ')}`)
}
