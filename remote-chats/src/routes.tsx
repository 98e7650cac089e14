import type { RemoteModule } from '@errand/contract/remote'

/** The remote's whole public API: the host mounts these under /chats. */
export const routes: RemoteModule['routes'] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./chats/chats-page.tsx')).ChatsPage }),
  },
]
