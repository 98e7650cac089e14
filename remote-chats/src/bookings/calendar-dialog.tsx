import {
  endCalendarCall,
  readCalendarCall,
  readCalendarStateCall,
  renewCalendarCall,
} from '@errand/contract/calendar'
import { callApi, queryClient } from '@errand/shared-auth'
import { Button, ConfirmDialog, CopyField, Dialog, Skeleton } from '@errand/shared-ui'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { focusIfLost } from '../shared/panes.ts'
import { LoadFailed, showError } from '../shared/parts.tsx'
import { useWords } from '../words/words.ts'

const calendarQuery = () =>
  queryOptions({
    queryKey: ['calendar'],
    queryFn: ({ signal }) => callApi(readCalendarStateCall, { signal }),
  })

/** The api asks for a code before it answers the address, but not to end it. */
const calls = { show: readCalendarCall, make: renewCalendarCall, end: endCalendarCall }

/** The secret address at which calendar programs find the bookings. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const say = useWords()
  const query = useQuery(calendarQuery())
  const content = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<'make' | 'end'>()
  // Not in the cache: the address is a secret, and gone with the dialog.
  const [url, setUrl] = useState<string>()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (what: keyof typeof calls) => callApi(calls[what]),
    onSuccess: ({ calendar }) => {
      setUrl(calendar?.url)
      queryClient.setQueryData(calendarQuery().queryKey, {
        calendar: calendar && { createdAt: calendar.createdAt },
      })
      // The button that was pressed is gone.
      requestAnimationFrame(() =>
        focusIfLost(content.current?.querySelector<HTMLElement>('input, button') ?? null),
      )
    },
    onError: showError,
  })
  const calendar = query.data?.calendar
  const isDoing = (what: keyof typeof calls) => isPending && variables === what
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
          <Button variant="primary" isBusy={isDoing('make')} onClick={() => mutate('make')}>
            {say('makeAddress')}
          </Button>
        )}
        {calendar != null && (
          <>
            {url === undefined ? (
              <p>
                <Button variant="primary" isBusy={isDoing('show')} onClick={() => mutate('show')}>
                  {say('showAddress')}
                </Button>
              </p>
            ) : (
              <CopyField label={say('calendarAddress')} value={url} hint={say('calendarHint')} />
            )}
            <p>
              <Button isBusy={isDoing('make')} onClick={() => setAsked('make')}>
                {say('renewAddress')}
              </Button>{' '}
              <Button variant="quiet" isBusy={isDoing('end')} onClick={() => setAsked('end')}>
                {say('stopSharing')}
              </Button>
            </p>
          </>
        )}
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={say('endAddress')}
        confirmLabel={say(asked === 'end' ? 'stopSharing' : 'renewAddress')}
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
