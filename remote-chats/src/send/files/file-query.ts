import type { MessageMedia } from '@errand/contract/chats/message'
import { api } from '@errand/shared-auth'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { chatsKey } from '../../data/chats.queries.ts'

type FileRef = Pick<MessageMedia, 'id'> & { url?: string }

/** A file of a chat. By fetch, because the api needs the token, which a link cannot send. */
export const fileQuery = ({ id, url = `/api/files/${id}` }: FileRef) =>
  queryOptions({
    queryKey: [...chatsKey, 'file', id],
    queryFn: ({ signal }) => api.get(url.replace(/^\/api\//, ''), { signal }).blob(),
    staleTime: Infinity,
    // Kept only while it is shown and a little longer, because images are large.
    gcTime: 60_000,
  })

/** A file and its object URL, once loaded; `isWanted` starts the load. */
export function useFile(media: FileRef, isWanted: boolean) {
  const { data, isFetching, isError, refetch } = useQuery({
    ...fileQuery(media),
    enabled: isWanted,
  })
  return { address: useObjectUrl(data), isFetching, isError, refetch }
}

/** The object URL of a file, as long as it is shown. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ of: Blob; address: string }>()
  useEffect(() => {
    if (file === undefined) return undefined
    const address = URL.createObjectURL(file)
    // An object URL has to be created once and revoked.
    // eslint-disable-next-line react/set-state-in-effect
    setShown({ of: file, address })
    return () => URL.revokeObjectURL(address)
  }, [file])
  return shown?.of === file ? shown?.address : undefined
}
