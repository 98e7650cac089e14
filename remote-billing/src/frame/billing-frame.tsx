import { ButtonLink, Page, PageHeader, useDocumentTitle, useMedia } from '@errand/shared-ui'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'

import { useLiveBilling } from '../account/billing.queries.ts'
import { useWords } from '../words/words.ts'
import styles from './billing-frame.module.css'

/** The layout of every billing page. */
export function BillingFrame({ children }: { children: ReactNode }) {
  const say = useWords()
  useDocumentTitle(say('title'))
  useLiveBilling()
  return (
    <>
      <PageHeader
        title={say('title')}
        description={say('description')}
        actions={
          <ButtonLink variant="primary" icon={<Plus size={16} aria-hidden />} to="/billing/buy">
            {say('addCredit')}
          </ButtonLink>
        }
      />
      <nav aria-label={say('title')} className={styles['nav']}>
        <NavLink to="/billing" end>
          {say('overview')}
        </NavLink>
        <NavLink to="/billing/history">{say('history')}</NavLink>
        <NavLink to="/billing/invoices">{say('invoices')}</NavLink>
      </nav>
      <Page>{children}</Page>
    </>
  )
}

/** Whether a table has no room beside the shell's menu, so that it is shown as a list. */
export const useIsNarrow = (): boolean => useMedia('(width < 900px)')
