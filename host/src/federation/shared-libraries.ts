import * as SharedAuth from '@errand/shared-auth'
import { version as authVersion } from '@errand/shared-auth/package.json'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  QueryErrorResetBoundary,
  skipToken,
  useInfiniteQuery,
  useIsFetching,
  useIsMutating,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  useQueryErrorResetBoundary,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { version as queryVersion } from '@tanstack/react-query/package.json'
import * as Jotai from 'jotai'
import { version as jotaiVersion } from 'jotai/package.json'
import * as React from 'react'
import { createPortal, flushSync, unstable_batchedUpdates } from 'react-dom'
import toast, { toast as namedToast } from 'react-hot-toast'
import { version as toastVersion } from 'react-hot-toast/package.json'
import {
  generatePath,
  isRouteErrorResponse,
  Link,
  Navigate,
  NavLink,
  Outlet,
  redirect,
  useBeforeUnload,
  useBlocker,
  useHref,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useOutletContext,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
import { version as routerVersion } from 'react-router-dom/package.json'
import * as JsxRuntime from 'react/jsx-runtime'

/**
 * What the page provides to remotes, by the names in delivery/build/shared-libraries.ts. Of large
 * libraries only the names that remotes may import (the lint configuration has the same lists), so
 * that the rest is not shipped.
 */
export const sharedLibraries = {
  react: shared(React.version, React),
  'react/jsx-runtime': shared(React.version, JsxRuntime),
  'react-dom': shared(
    React.version,
    // `unstable_batchedUpdates` is called by the drag and drop library of shared-ui's sortable
    // list.
    asModule({ createPortal, flushSync, unstable_batchedUpdates }),
  ),
  'react-router-dom': shared(
    routerVersion,
    asModule({
      generatePath,
      isRouteErrorResponse,
      Link,
      Navigate,
      NavLink,
      Outlet,
      redirect,
      useBeforeUnload,
      useBlocker,
      useHref,
      useLoaderData,
      useLocation,
      useMatches,
      useNavigate,
      useNavigation,
      useOutletContext,
      useParams,
      useRevalidator,
      useRouteError,
      useSearchParams,
    }),
  ),
  jotai: shared(jotaiVersion, Jotai),
  '@tanstack/react-query': shared(
    queryVersion,
    asModule({
      infiniteQueryOptions,
      keepPreviousData,
      queryOptions,
      QueryErrorResetBoundary,
      skipToken,
      useInfiniteQuery,
      useIsFetching,
      useIsMutating,
      useMutation,
      useQueries,
      useQuery,
      useQueryClient,
      useQueryErrorResetBoundary,
      useSuspenseInfiniteQuery,
      useSuspenseQuery,
    }),
  ),
  'react-hot-toast': shared(toastVersion, asModule({ default: toast, toast: namedToast })),
  '@errand/shared-auth': shared(authVersion, SharedAuth),
}

function shared(version: string, module: object) {
  return {
    version,
    lib: () => module,
    shareConfig: { singleton: true, requiredVersion: `^${version}` },
  }
}

/** Marks a hand-made namespace, so that a remote's default import is its member `default`. */
function asModule(namespace: object): object {
  return Object.defineProperty(namespace, '__esModule', { value: true })
}
