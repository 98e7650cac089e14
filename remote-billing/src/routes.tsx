import type { RemoteModule } from '@errand/contract/remote'

/** The remote's whole public API: the host mounts these under /billing. */
export const routes: RemoteModule['routes'] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./summary/billing-page.tsx')).BillingPage }),
  },
]
