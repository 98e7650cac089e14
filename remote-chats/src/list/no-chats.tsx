import { paths } from '@errand/contract/paths'
import { Button, ButtonLink, EmptyState } from '@errand/shared-ui'

import { emptyFilter, isNarrowed, type SessionFilter } from '../chats/session-filter.ts'
import { useWords } from '../words/words.ts'
import { focusView } from './focus-view.ts'
import styles from './list-pane.module.css'

interface NoChatsProps {
  filter: SessionFilter
  onChange: (filter: SessionFilter) => void
}

/** Why the list is empty, and the one thing to do about it. */
export function NoChats({ filter, onChange }: NoChatsProps) {
  const say = useWords()
  const isFiltered = isNarrowed(filter)
  if (!isFiltered && filter.view === 'all') {
    return (
      <div className={styles['empty']}>
        <EmptyState
          title={say('noChats')}
          description={say('noChatsWhy')}
          action={
            <ButtonLink to={paths.jobs.list} variant="primary">
              {say('goToJobs')}
            </ButtonLink>
          }
        />
      </div>
    )
  }
  const showAll = () => {
    onChange(emptyFilter)
    // Its button goes with the emptiness.
    focusView()
  }
  const view = filter.view === 'all' ? 'found' : filter.view
  return (
    <div className={styles['empty']}>
      <EmptyState
        drawing={isFiltered ? 'search' : 'list'}
        title={say(isFiltered ? 'nothing.found' : `nothing.${view}`)}
        description={say(isFiltered ? 'nothingWhy.found' : `nothingWhy.${view}`)}
        action={<Button onClick={showAll}>{say('showAll')}</Button>}
      />
    </div>
  )
}
