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
  },
  chats: { list: '/chats' },
  billing: { summary: '/billing' },
} as const
