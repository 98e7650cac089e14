import { formDataStatuses } from '@errand/contract/chats/form-data'

type Status = (typeof formDataStatuses)[number]

/** What the answers to a form are narrowed to and ordered by; lives in the address. */
export interface FormFilter {
  status: Status | ''
  from: string
  to: string
  /** A column, or the time of the last change; with `-` in front the other way round. */
  sort: string
}

const latestFirst = '-updatedAt'
const day = /^\d{4}-\d{2}-\d{2}$/

export function readFormFilter(parameters: URLSearchParams): FormFilter {
  const text = (name: string) => parameters.get(name) ?? ''
  const date = (name: string) => (day.test(text(name)) ? text(name) : '')
  return {
    status: formDataStatuses.find((known) => known === text('status')) ?? '',
    from: date('from'),
    to: date('to'),
    sort: text('sort') || latestFirst,
  }
}

/** Puts a change of the filter into an address; what says nothing is left out. */
export function writeFormFilter(
  parameters: URLSearchParams,
  change: Partial<FormFilter>,
): URLSearchParams {
  const next = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(change)) {
    if (value === '' || value === latestFirst) next.delete(name)
    else next.set(name, value)
  }
  return next
}

export const isFormNarrowed = ({ status, from, to }: FormFilter): boolean =>
  [status, from, to].some((value) => value !== '')
