import type { MessageMedia } from '@errand/contract/chats/message'
import { api } from '@errand/shared-auth'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { chatsKey } from '../chats/chats.queries.ts'

type File = Pick<MessageMedia, 'id' | 'url'>

/** Larger files stay on disk at the server and may take their time. */
const timeoutMs = 120_000

/** What a contact sent. The api asks for the token, which a link cannot carry. */
const fileQuery = ({ id, url }: File) =>
  queryOptions({
    queryKey: [...chatsKey, 'file', id],
    queryFn: ({ signal }) =>
      api.get(url.replace(/^\/api\//, ''), { signal, timeout: timeoutMs }).blob(),
    staleTime: Infinity,
    // Held while it is shown and a little longer: pictures are large.
    gcTime: 60_000,
  })

/** The address of a file in this page, once it is here; `isWanted` says when to fetch it. */
export function useFile(file: File, isWanted: boolean) {
  const query = useQuery({ ...fileQuery(file), enabled: isWanted })
  const [made, setMade] = useState<{ of: Blob; address: string }>()
  const { data } = query
  useEffect(() => {
    if (data === undefined) return undefined
    const url = URL.createObjectURL(data)
    // An address exists only once it was made, and has to be taken back.
    // eslint-disable-next-line react/set-state-in-effect
    setMade({ of: data, address: url })
    return () => URL.revokeObjectURL(url)
  }, [data])
  const address = made !== undefined && made.of === data ? made.address : undefined
  return { address, isLoading: query.isFetching, isError: query.isError, retry: query.refetch }
}
