import { exportResponseSchema, exportStartedSchema } from '@errand/contract/chats/export'
import { draftPrefix } from '@errand/contract/drafts'
import {
  api,
  browserStorage,
  isApiError,
  queryClient,
  subscribeEvents,
  userMessage,
  useSession,
} from '@errand/shared-auth'
import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/** What names the file in the address; the letter that says it is ready leads here. */
export const exportParameter = 'export'

/** Where the browser keeps which file this owner had made last; signing out removes it. */
const keyOf = (owner: string): string => `${draftPrefix}export:${owner}`

/** How often a file in the making is asked about, should no event tell of it, in milliseconds. */
const pollMs = 5000

const exportQuery = (id: string | undefined) =>
  queryOptions({
    // Not under `account`: what changes the account's figures is no reason to ask for a file.
    queryKey: ['data-export', id],
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) => {
            const answer = api.get(`auth/exports/${encodeURIComponent(id)}`, { signal })
            return (await answer.json(exportResponseSchema)).export
          },
    refetchInterval: ({ state: { data, error } }) =>
      error !== null || data?.status === 'ready' || data?.status === 'failed' ? false : pollMs,
  })

/** Has a file made of everything the owner has, and fetches it. */
export function useDataExport() {
  const [parameters, setParameters] = useSearchParams()
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.uid : 'nobody'
  const asked = parameters.get(exportParameter)
  const kept = browserStorage.getItem(keyOf(owner))
  const id = asked ?? kept ?? undefined
  const { data: made, error: lost, isLoading, refetch, isFetching } = useQuery(exportQuery(id))
  const starting = useMutation({
    mutationFn: () => api.post('auth/export', { json: {} }).json(exportStartedSchema),
    // Kept: after another page, or a reload, the section finds it again.
    onSuccess: ({ exportId }) => {
      browserStorage.setItem(keyOf(owner), exportId)
      setParameters({ [exportParameter]: exportId }, { replace: true })
    },
  })
  const downloading = useMutation({
    mutationFn: async () => {
      const blob = await api
        .get(`auth/exports/${encodeURIComponent(id ?? '')}/file`, { timeout: false })
        .blob()
      saveFile(blob, made?.fileName ?? 'errand.zip')
    },
  })
  useEffect(() => {
    if (id === undefined) return undefined
    return subscribeEvents(({ type }) => {
      if (type === 'export.ready') void queryClient.invalidateQueries(exportQuery(id))
    })
  }, [id])
  const isGone = isNotFound(lost) || (made?.status === 'ready' && made.fileName === null)
  useEffect(() => {
    if (isGone && id === kept) browserStorage.removeItem(keyOf(owner))
  }, [isGone, id, kept, owner])
  const error = starting.error ?? downloading.error ?? (isGone ? null : lost)
  return {
    start: () => {
      // What became of the last file is not said of the next.
      downloading.reset()
      starting.mutate()
    },
    isStarting: starting.isPending,
    isLooking: isLoading,
    made: isGone ? undefined : made,
    // Of a file that nobody asked for by its letter there is nothing to say.
    isGone: (isGone && asked !== null) || isNotFound(downloading.error),
    download: () => downloading.mutate(),
    isDownloading: downloading.isPending,
    failure: error === null || isNotFound(error) ? undefined : userMessage(error),
    /** Asks for the file once more, where that failed. */
    look: lost === null || isGone ? undefined : () => void refetch(),
    isFetching,
  }
}

const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404

/** By a link: the call needs the bearer token, which a plain link would not send. */
function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser reads it after the click; a minute is longer than any needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
