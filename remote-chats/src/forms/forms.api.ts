import {
  formAnswerSchema,
  formListSchema,
  type Form,
  type FormAnswer,
  type FormList,
} from '@errand/contract/chats/form'
import { api } from '@errand/shared-auth'

import type { FormFilter } from './form-filter.ts'

export function listForms(cursor: string | null, signal: AbortSignal): Promise<FormList> {
  const searchParams = cursor === null ? {} : { cursor }
  return api.get('chats/forms', { searchParams, signal }).json(formListSchema)
}

interface Page {
  id: Form['id']
  filter: FormFilter
  cursor: string | null
}

/** A form with a page of what was answered. */
export function readForm({ id, filter, cursor }: Page, signal: AbortSignal): Promise<FormAnswer> {
  const searchParams = {
    responses: 'true',
    ...toQuery(filter),
    ...(cursor !== null && { cursor }),
  }
  return api
    .get(`chats/forms/${encodeURIComponent(id)}`, { searchParams, signal })
    .json(formAnswerSchema)
}

/** All that the filter leaves, as a table that opens in a spreadsheet. */
export function readFormFile(id: Form['id'], filter: FormFilter): Promise<Blob> {
  const searchParams = { ...toQuery(filter), format: 'csv' }
  return api.get(`chats/forms/${encodeURIComponent(id)}`, { searchParams, timeout: 120_000 }).blob()
}

/** The part of a filter that the api knows; the order of columns is the page's own. */
function toQuery({ status, from, to, sort }: FormFilter): Record<string, string> {
  const query = { status, from, to, sort: sort === 'updatedAt' ? sort : '' }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
