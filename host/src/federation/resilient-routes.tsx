import type { RemoteRelease } from '@errand/contract/release'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'

import { RemoteLoadError } from './remote-load-error.ts'

interface LazyModule {
  Component?: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
}

/**
 * A remote's routes, made to survive a lost piece of code: it is a `RemoteLoadError`, and the next
 * visit asks again. React Router itself remembers a failed `lazy` for the life of the page. Ids are
 * made the remote's own, as they are global in a router.
 */
export function resilientRoutes(routes: RouteObject[], remote: RemoteRelease): RouteObject[] {
  return routes.map((route) => resilientRoute(route, remote))
}

function resilientRoute(route: RouteObject, remote: RemoteRelease): RouteObject {
  const named = route.id === undefined ? route : { ...route, id: `${remote.app}:${route.id}` }
  const nested =
    named.children === undefined
      ? named
      : { ...named, children: resilientRoutes(named.children, remote) }
  if (nested.lazy === undefined) return nested
  if (typeof nested.lazy === 'function') return withRetriedLazy(nested, nested.lazy, remote)
  throw new TypeError(`${remote.app} has a route whose \`lazy\` is not a function`)
}

/** What would be ignored without a word is refused with one. */
function refuseOthers({ Component: _component, loader: _loader, ...others }: LazyModule): void {
  const names = Object.keys(others)
  if (names.length > 0) throw new TypeError(`\`lazy\` cannot answer ${names.join(', ')}`)
}

function withRetriedLazy(
  route: RouteObject,
  lazy: () => Promise<object>,
  remote: RemoteRelease,
): RouteObject {
  const { lazy: _lazy, ...rest } = route
  let pending: Promise<LazyModule> | undefined
  let loaded: LazyModule = {}

  const load = async (): Promise<LazyModule> => {
    pending ??= lazy()
    try {
      loaded = await pending
      refuseOthers(loaded)
      return loaded
    } catch (cause) {
      pending = undefined
      throw new RemoteLoadError(remote, cause)
    }
  }

  function LazyPage() {
    const Page = loaded.Component
    return Page === undefined ? null : <Page />
  }

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
