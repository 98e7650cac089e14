import type { ComponentType } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom'

interface LazyModule {
  Component?: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
}

/**
 * A remote's routes, made to survive a lost piece of code. React Router remembers a failed `lazy`
 * for the life of the page; here the next visit asks again. Ids are kept apart by `prefix`.
 */
export function resilientRoutes(routes: RouteObject[], prefix: string): RouteObject[] {
  return routes.map((route) => resilientRoute(route, prefix))
}

function resilientRoute(route: RouteObject, prefix: string): RouteObject {
  const named = route.id === undefined ? route : { ...route, id: `${prefix}:${route.id}` }
  const nested =
    named.children === undefined
      ? named
      : { ...named, children: resilientRoutes(named.children, prefix) }
  return typeof nested.lazy === 'function' ? withRetriedLazy(nested, nested.lazy) : nested
}

function withRetriedLazy(route: RouteObject, lazy: () => Promise<object>): RouteObject {
  const { lazy: _lazy, ...rest } = route
  let pending: Promise<LazyModule> | undefined
  let loaded: LazyModule = {}

  const load = async (): Promise<LazyModule> => {
    pending ??= lazy()
    try {
      loaded = await pending
      return loaded
    } catch (error) {
      pending = undefined
      throw error
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
  } as RouteObject
}
