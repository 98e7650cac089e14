import type { Form } from '@errand/contract/chats/form'
import { paths } from '@errand/contract/paths'
import { PageHeader, SelectField, TextLink } from '@errand/shared-ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

import { useWords } from '../words/words.ts'
import { formsQuery, hasDates } from './bookings.api.ts'

interface BookingHeaderProps {
  /** The form whose answers are shown; undefined for the bookings of all jobs. */
  form?: Pick<Form, 'id' | 'name'> | undefined
  description?: ReactNode
  actions?: ReactNode
}

/** The header of both pages, with the choice of the job. */
export function BookingHeader({ form, description, actions }: BookingHeaderProps) {
  const say = useWords()
  return (
    <PageHeader
      title={form?.name ?? say('bookings')}
      description={description}
      back={
        form !== undefined && <TextLink to={paths.chats.bookings}>{say('allBookings')}</TextLink>
      }
      actions={actions}
    />
  )
}

/** Of a job with dates, what comes next stands first. */
const answersLink = (form: Form): string =>
  paths.chats.answers(form.id) + (hasDates(form) ? '?when=upcoming&sort=day' : '')

/** Leads to the bookings of all jobs, or to the answers of one. */
export function JobChoice({ formId = '' }: { formId?: string }) {
  const say = useWords()
  const navigate = useNavigate()
  const list = useInfiniteQuery(formsQuery())
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const forms = data?.pages.flatMap(({ items }) => items) ?? []
  // Few owners have more than one page of jobs.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  return (
    <SelectField
      label={say('job')}
      value={formId}
      onChange={({ target }) => {
        const form = forms.find(({ id }) => id === target.value)
        void navigate(form === undefined ? paths.chats.bookings : answersLink(form))
      }}
    >
      <option value="">{say('allWithDate')}</option>
      {forms.map(({ id, name, completeCount }) => (
        <option key={id} value={id}>
          {say('jobWithAnswers', { name, count: completeCount })}
        </option>
      ))}
    </SelectField>
  )
}
