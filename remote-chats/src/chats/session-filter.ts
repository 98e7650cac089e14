import {
  attentions,
  sessionSorts,
  sessionStatuses,
  type Attention,
  type ChatSession,
  type SessionStatus,
} from '@errand/contract/chats/session'
import { plainText } from '@errand/contract/visible-text'

/** The chips above the list. */
export const views = ['all', 'needs-you', 'unread', 'saved'] as const
type View = (typeof views)[number]

type SessionSort = (typeof sessionSorts)[number]

/** What a list of chats is narrowed to; lives in the address. */
export interface SessionFilter {
  view: View
  status: SessionStatus | ''
  job: string
  q: string
  from: string
  to: string
  sort: SessionSort
}

/** The list as it is when nothing was chosen. */
export const emptyFilter: SessionFilter = {
  view: 'all',
  status: '',
  job: '',
  q: '',
  from: '',
  to: '',
  sort: '-lastActivityAt',
}

/** Whatever asks for the owner beside unread messages. */
const needsYou: readonly Attention[] = attentions.filter((one) => one !== 'unread')

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** How to read the parameters of an address; what is no day is as if it was not there. */
export function parameterReader(parameters: URLSearchParams) {
  const text = (name: string) => parameters.get(name) ?? ''
  return { text, date: (name: string) => (dayPattern.test(text(name)) ? text(name) : '') }
}

/** Reads the filter of an address; what it does not know is as if it was not there. */
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

/** Puts parts of a filter into an address, beside what else stands there; what says nothing is left out. */
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

/** Whether anything but the view is narrowed. */
export const isNarrowed = ({ view: _view, sort: _sort, ...rest }: SessionFilter): boolean =>
  Object.values(rest).some((value) => value !== '')

/** The query of the api for a filter. */
export function toQuery({ view, status, job, q, from, to, sort }: SessionFilter) {
  const query = {
    ...(view === 'needs-you' && { attention: needsYou.join(',') }),
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
 * Whether a chat belongs into a list; `undefined` where only the api knows, as for words that may
 * stand in any message and for days, which are the owner's.
 */
export function matchesFilter(session: ChatSession, filter: SessionFilter): boolean | undefined {
  const { view, status, job, q, from, to } = filter
  if (status !== '' && session.status !== status) return false
  if (job !== '' && session.job?.id !== job) return false
  if (!isInView(session, view)) return false
  return plainText(q) === '' && from === '' && to === '' ? true : undefined
}

function isInView({ attention, unreadCount, savedForLater }: ChatSession, view: View): boolean {
  if (view === 'unread') return unreadCount > 0
  if (view === 'saved') return savedForLater
  return view === 'all' || attention.some((one) => one !== 'unread')
}
