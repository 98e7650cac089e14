import { calendarResponseSchema, type CalendarResponse } from '@errand/contract/calendar'
import { api, queryClient } from '@errand/shared-auth'
import { Button, ConfirmDialog, CopyField, Dialog, Skeleton } from '@errand/shared-ui'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { LoadFailed, showError } from '../chats/parts.tsx'
import { focusIfLost } from '../inbox/panes.ts'
import { useWords } from '../words/words.ts'

const calendarQuery = () =>
  queryOptions({
    queryKey: ['calendar'],
    queryFn: ({ signal }) => api.get('auth/calendar', { signal }).json(calendarResponseSchema),
  })

/** The secret address at which calendar programs find the bookings. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const say = useWords()
  const query = useQuery(calendarQuery())
  const content = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<'post' | 'delete'>()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (method: 'post' | 'delete'): Promise<CalendarResponse> =>
      api[method]('auth/calendar').json(calendarResponseSchema),
    onSuccess: (answer) => {
      queryClient.setQueryData(calendarQuery().queryKey, answer)
      // The button that was pressed is gone.
      requestAnimationFrame(() =>
        focusIfLost(content.current?.querySelector<HTMLElement>('input, button') ?? null),
      )
    },
    onError: showError,
  })
  const calendar = query.data?.calendar
  const isMaking = isPending && variables === 'post'
  return (
    <Dialog isOpen title={say('calendar')} description={say('calendarWhy')} onClose={onClose}>
      <div ref={content}>
        {query.data === undefined &&
          (query.isError ? (
            <LoadFailed query={query} />
          ) : (
            <Skeleton label={say('loadingCalendar')} rows={1} />
          ))}
        {calendar === null && (
          <Button variant="primary" isBusy={isMaking} onClick={() => mutate('post')}>
            {say('makeAddress')}
          </Button>
        )}
        {calendar != null && (
          <>
            <CopyField
              label={say('calendarAddress')}
              value={calendar.url}
              hint={say('calendarHint')}
            />
            <p>
              <Button isBusy={isMaking} onClick={() => setAsked('post')}>
                {say('renewAddress')}
              </Button>{' '}
              <Button
                variant="quiet"
                isBusy={isPending && variables === 'delete'}
                onClick={() => setAsked('delete')}
              >
                {say('stopSharing')}
              </Button>
            </p>
          </>
        )}
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={say('endAddress')}
        confirmLabel={say(asked === 'delete' ? 'stopSharing' : 'renewAddress')}
        tone="danger"
        onConfirm={() => {
          if (asked !== undefined) mutate(asked)
          setAsked(undefined)
        }}
        onCancel={() => setAsked(undefined)}
      >
        <p>{say('endAddressWhy')}</p>
      </ConfirmDialog>
    </Dialog>
  )
}
