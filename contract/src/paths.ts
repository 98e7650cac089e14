/** A path as the router compares it: without case, escapes and slashes at the end. */
export function comparablePath(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  const given = path.slice(0, end)
  try {
    // An escape may stand for a capital.
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
  dashboard: '/dashboard',
  settings: '/settings',
  jobs: {
    list: '/jobs',
    create: '/jobs/new',
    edit: (id: string) => `/jobs/${encodeURIComponent(id)}/edit`,
    /**
     * The questions that it could not answer. One of them is opened by the link's state,
     * `{ question }`: what contacts write does not belong into an address.
     */
    questions: (id: string) => `/jobs/${encodeURIComponent(id)}/edit#questions`,
  },
  chats: {
    list: '/chats',
    chat: (id: string) => `/chats?session=${encodeURIComponent(id)}`,
  },
  billing: { summary: '/billing', invoices: '/billing/invoices' },
} as const
