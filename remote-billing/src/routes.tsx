import type { RemoteModule } from '@errand/contract/remote'
import { queryClient } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'

import { configQuery, summaryQuery } from './account/billing.queries.ts'
import { readUsageRange } from './usage/usage-range.ts'
import { loadWords } from './words/words.ts'

/**
 * Waits for the page's language, so that it never shows English first; a failure leaves English.
 */
const loadPageWords = () => loadWords().catch(() => undefined)

/** The remote's whole public API: the host mounts these under /billing. */
export const routes: RemoteModule['routes'] = [
  {
    index: true,
    loader: ({ request }) => {
      const { period } = readUsageRange(new URL(request.url).searchParams, readNow())
      void queryClient.prefetchQuery(summaryQuery(period))
      return loadPageWords()
    },
    lazy: async () => ({ Component: (await import('./summary/billing-page.tsx')).BillingPage }),
  },
  {
    path: 'buy',
    loader: () => {
      void queryClient.prefetchQuery(summaryQuery())
      void queryClient.prefetchQuery(configQuery())
      return loadPageWords()
    },
    lazy: async () => ({ Component: (await import('./buy/buy-page.tsx')).BuyPage }),
  },
  {
    path: 'orders/:id',
    loader: loadPageWords,
    lazy: async () => ({ Component: (await import('./order/order-page.tsx')).OrderPage }),
  },
  {
    path: 'history',
    loader: loadPageWords,
    lazy: async () => ({ Component: (await import('./history/history-page.tsx')).HistoryPage }),
  },
  {
    path: 'invoices',
    loader: loadPageWords,
    lazy: async () => ({ Component: (await import('./invoices/invoices-page.tsx')).InvoicesPage }),
  },
]
