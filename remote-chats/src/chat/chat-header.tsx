import type { ChatSession } from '@errand/contract/chats/session'
import { contactHandle, contactName } from '@errand/contract/visible-text'
import { Avatar, Badge, ColorDot, IconButton, Menu, useNow } from '@errand/shared-ui'
import {
  ArrowLeft,
  Bookmark,
  BookmarkCheck,
  EllipsisVertical,
  PanelRight,
  Search,
} from 'lucide-react'

import { useInboxAddress } from '../data/inbox-address.ts'
import { useMarkChats } from '../data/read-marks.ts'
import { useIsOnePane } from '../shared/panes.ts'
import { useWords } from '../words/words.ts'
import styles from './chat-pane.module.css'
import { useCloseChats } from './close-chats.ts'
import { needBadge } from './need.ts'
import { SaveMenu } from './save-menu.tsx'
import { WindowRing } from './window-ring.tsx'

/** The dialogs and panes that can be opened from a chat. */
export interface ChatDialogs {
  onEmail: () => void
  onExport: () => void
  isDetailsShown: boolean
  onDetails: () => void
}

interface ChatHeaderProps extends ChatDialogs {
  session: ChatSession
  isSearching: boolean
  onSearch: () => void
}

/** The contact, the status, and actions on the whole chat. */
export function ChatHeader(props: ChatHeaderProps) {
  const { session, isSearching, onSearch, isDetailsShown, onDetails } = props
  const { close } = useInboxAddress()
  const say = useWords()
  const now = useNow(60_000)
  const { contact, savedForLater, status, job } = session
  const name = contactName(contact)
  const handle = contactHandle(contact)
  const badge = needBadge(session)
  const need = badge !== undefined && <Badge tone={badge.tone}>{say(badge.word)}</Badge>
  const ended = status !== 'active' && <Badge>{say(`status.${status}`)}</Badge>
  const isOnePane = useIsOnePane()
  // On a phone the chat is the whole page, and its state stands where the name needs no room.
  const Heading = isOnePane ? 'h1' : 'h2'
  const below = isOnePane && (need || ended)
  return (
    <header className={styles['header']}>
      <span className={styles['back']}>
        <IconButton
          label={say('backToChats')}
          icon={<ArrowLeft size={20} className={styles['arrow']} />}
          onClick={close}
        />
      </span>
      <button type="button" className={styles['who']} onClick={onDetails}>
        <Avatar name={name} />
        <span>
          <Heading>
            <bdi>{name}</bdi>
          </Heading>
          <span className={styles['sub']}>
            {below || (
              <>
                {handle !== name && <bdi>{handle}</bdi>}
                {job !== null && (
                  <span>
                    <ColorDot color={job.color} /> <bdi>{job.name}</bdi>
                  </span>
                )}
              </>
            )}
          </span>
        </span>
      </button>
      <span className={styles['state']}>
        {!below && need}
        {!below && ended}
        <WindowRing session={session} now={now} size={20} />
      </span>
      <span className={styles['tools']}>
        <span className={styles['wide']}>
          <IconButton
            label={say('searchInChat')}
            aria-pressed={isSearching}
            icon={<Search size={16} aria-hidden />}
            onClick={onSearch}
          />
        </span>
        <SaveMenu
          session={session}
          trigger={
            <IconButton
              label={say(savedForLater ? 'savedForLater' : 'saveForLater')}
              shortcut="s"
              aria-keyshortcuts="s"
              icon={savedForLater ? <BookmarkCheck size={16} /> : <Bookmark size={16} />}
            />
          }
        />
        <span className={styles['wide']}>
          <IconButton
            label={say('details')}
            shortcut="d"
            aria-pressed={isDetailsShown}
            icon={<PanelRight size={16} className={styles['arrow']} />}
            onClick={onDetails}
          />
        </span>
        <ChatMenu {...props} />
      </span>
    </header>
  )
}

function ChatMenu(props: ChatHeaderProps) {
  const { session, onEmail, onExport, onSearch, onDetails } = props
  const say = useWords()
  const markChats = useMarkChats()
  const closeChats = useCloseChats()
  const isUnread = session.unreadCount > 0
  return (
    <Menu
      label={say('chatMenu')}
      entries={[
        {
          label: say(isUnread ? 'markRead' : 'markUnread'),
          shortcut: 'u',
          onSelect: () => markChats([session], isUnread),
        },
        { label: say('details'), shortcut: 'd', onSelect: onDetails },
        { label: say('searchInChat'), onSelect: onSearch },
        { label: say('emailChat'), shortcut: 'e', onSelect: onEmail },
        { label: say('exportChat'), onSelect: onExport },
        'separator',
        {
          label: say('closeChat'),
          isDisabled: session.status !== 'active',
          onSelect: () => closeChats([session]),
        },
      ]}
      trigger={
        <IconButton label={say('chatMenu')} icon={<EllipsisVertical size={16} aria-hidden />} />
      }
    />
  )
}
