import {
  sessionSorts,
  sessionStatuses,
  type ChatSession,
  type SessionStatus,
} from '@errand/contract/chats/session'
import { plainText } from '@errand/contract/visible-text'

/** The views, shown as chips above the list. */
export const views = ['all', 'needs-you', 'unread', 'saved'] as const
type View = (typeof views)[number]

type SessionSort = (typeof sessionSorts)[number]

/** Filter and order of a list of sessions; kept in the address. */
export interface SessionFilter {
  view: View
  status: SessionStatus | ''
  job: string
  q: string
  from: string
  to: string
  sort: SessionSort
}

/** The default filter. */
export const emptyFilter: SessionFilter = {
  view: 'all',
  status: '',
  job: '',
  q: '',
  from: '',
  to: '',
  sort: '-lastActivityAt',
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Reads parameters of an address; an invalid date counts as missing. */
export function parameterReader(parameters: URLSearchParams) {
  const text = (name: string) => parameters.get(name) ?? ''
  return { text, date: (name: string) => (dayPattern.test(text(name)) ? text(name) : '') }
}

/** Reads the filter of an address; unknown values count as missing. */
export function readSessionFilter(parameters: URLSearchParams): SessionFilter {
  const { text, date } = parameterReader(parameters)
  return {
    view: views.find((known) => known === text('view')) ?? 'all',
    status: sessionStatuses.find((known) => known === text('status')) ?? '',
    job: text('job'),
    q: text('q').slice(0, 100),
    from: date('from'),
    to: date('to'),
    sort: sessionSorts.find((known) => known === text('sort')) ?? emptyFilter.sort,
  }
}

/**
 * Writes parts of a filter into an address and keeps its other parameters; empty values are
 * removed.
 */
export function writeFilter<T extends object>(
  parameters: URLSearchParams,
  change: Partial<T>,
  empty: T,
): URLSearchParams {
  const next = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(change)) {
    if (value === empty[name as keyof T]) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Whether any filter besides the view is set. */
export const isNarrowed = ({ view: _view, sort: _sort, ...rest }: SessionFilter): boolean =>
  Object.values(rest).some((value) => value !== '')

/** The filter as a query of the api. */
export function toQuery({ view, status, job, q, from, to, sort }: SessionFilter) {
  const query = {
    ...(view === 'needs-you' && { needsYou: 'true' }),
    ...(view === 'unread' && { attention: 'unread' }),
    ...(view === 'saved' && { saved: 'true' }),
    status,
    jobId: job,
    q: plainText(q),
    from,
    to,
  }
  const chosen = Object.entries(query).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(chosen), ...(sort !== emptyFilter.sort && { sort }) }
}

/**
 * Whether a session matches a filter; undefined where only the api knows, as for text that may be
 * in any message and for dates, which are in the owner's time zone.
 */
export function matchesFilter(session: ChatSession, filter: SessionFilter): boolean | undefined {
  const { view, status, job, q, from, to } = filter
  if (status !== '' && session.status !== status) return false
  if (job !== '' && session.job?.id !== job) return false
  if (!isInView(session, view)) return false
  return plainText(q) === '' && from === '' && to === '' ? true : undefined
}

function isInView({ needs, unreadCount, savedForLater }: ChatSession, view: View): boolean {
  if (view === 'unread') return unreadCount > 0
  if (view === 'saved') return savedForLater
  return view === 'all' || needs !== undefined
}
