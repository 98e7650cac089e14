/** Whether a path is a remote's: its mount, or anything below it. */
export const isBelow = (mount: string, path: string): boolean =>
  path === mount || path.startsWith(`${mount}/`)

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
