import { profileQuery, userMessage } from '@errand/shared-auth'
import { ErrorState, PageHeader, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import styles from './settings-page.module.css'
import { settingsSections } from './settings-sections.ts'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

/** Everything an owner can choose, one section at a time. */
export function SettingsPage() {
  const say = useWords()
  useDocumentTitle(say('settings'))
  const { hash } = useLocation()
  const chosen = settingsSections.find(({ id }) => hash === `#${id}`) ?? settingsSections[0]
  return (
    <>
      <PageHeader title={say('settings')} description={say('settingsHint')} />
      <div className={styles['page']}>
        <SectionList chosenId={chosen?.id} />
        <div className={styles['section']}>
          {chosen !== undefined && <ChosenSection key={chosen.id} section={chosen} />}
        </div>
      </div>
    </>
  )
}

/** On a phone the list is a line that scrolls. */
const bringIntoView = (link: HTMLAnchorElement | null): void =>
  link?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

function SectionList({ chosenId }: { chosenId: string | undefined }) {
  const say = useWords()
  return (
    <nav aria-label={say('sections')} className={styles['list']}>
      <ul>
        {settingsSections.map(({ id, label, Icon }) => (
          <li key={id}>
            <Link
              ref={id === chosenId ? bringIntoView : undefined}
              to={{ hash: id }}
              className={styles['link']}
              aria-current={id === chosenId ? 'true' : undefined}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              {say(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ChosenSection({ section }: { section: (typeof settingsSections)[number] }) {
  const say = useWords()
  const { data: user, isError, error, isFetching, refetch } = useQuery(profileQuery())
  if (user !== undefined) return <section.Content user={user} />
  if (!isError) return <Skeleton rows={4} label={say('loading')} />
  return (
    <ErrorState title={userMessage(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
  )
}
