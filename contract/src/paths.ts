/** A path as the router compares it: in lower case, decoded, without trailing slashes. */
export function comparablePath(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  const given = path.slice(0, end)
  try {
    // Decoded first, because an escape may stand for a capital letter.
    return decodeURI(given).toLowerCase()
  } catch {
    return given.toLowerCase()
  }
}

/** Whether an address leads to a page, however it is spelt. */
export const isSamePath = (page: string, path: string): boolean => page === comparablePath(path)

/** Whether a path is a remote's: its mount, or anything below it. */
export function isBelow(mount: string, path: string): boolean {
  const given = comparablePath(path)
  return given === mount || given.startsWith(`${mount}/`)
}

/** Every path of the browser application that one feature links to in another. */
export const paths = {
  home: '/',
  login: '/login',
  /** The same page, for who is new. */
  signUp: '/login?new=1',
  dashboard: '/dashboard',
  settings: '/settings',
  jobs: {
    list: '/jobs',
    /** The link's state `{ prompt }` is a sentence to write the job from. */
    create: '/jobs/new',
    /** A phone to try a job on; without an id the job that answers new chats. */
    try: (id = '') => `/jobs?try=${encodeURIComponent(id)}`,
    edit: (id: string) => `/jobs/${encodeURIComponent(id)}/edit`,
    /**
     * The job's unanswered questions. The link's state `{ question }` opens one of them: texts of
     * contacts must not appear in an address.
     */
    questions: (id: string) => `/jobs/${encodeURIComponent(id)}/edit#questions`,
  },
  chats: {
    list: '/chats',
    chat: (id: string) => `/chats?session=${encodeURIComponent(id)}`,
    bookings: '/chats/bookings',
    /** The answers to the questions of one job. */
    answers: (formId: string) => `/chats/bookings/${encodeURIComponent(formId)}`,
  },
  billing: { summary: '/billing', invoices: '/billing/invoices' },
} as const
