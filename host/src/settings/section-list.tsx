import type { User } from '@errand/contract/auth'
import { pageLanguages } from '@errand/contract/language'
import { profileQuery } from '@errand/shared-auth'
import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  Bot,
  Building2,
  CalendarClock,
  ChevronRight,
  Database,
  History,
  Inbox,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareQuote,
  Palette,
  ReceiptText,
  Shield,
  User as Person,
  Zap,
} from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'

import styles from './section-list.module.css'
import { sectionNames, type SectionId } from './section-names.ts'
import { useWords } from './words/words.ts'

/** What an owner sets most comes first, what is technical last. */
const groups = [
  { label: 'groupBusiness', ids: ['business', 'hours'] },
  { label: 'groupAssistant', ids: ['assistant', 'messages'] },
  { label: 'groupInbox', ids: ['inbox', 'replies', 'notifications', 'appearance'] },
  {
    label: 'groupAccount',
    ids: ['whatsapp', 'smtp', 'billing', 'profile', 'security', 'activity', 'account'],
  },
] as const satisfies readonly { label: string; ids: readonly SectionId[] }[]

const icons: Record<SectionId, LucideIcon> = {
  profile: Person,
  business: Building2,
  hours: CalendarClock,
  whatsapp: MessageCircle,
  smtp: Mail,
  assistant: Bot,
  messages: MessageSquareQuote,
  inbox: Inbox,
  replies: Zap,
  notifications: Bell,
  billing: ReceiptText,
  appearance: Palette,
  security: Shield,
  activity: History,
  account: Database,
}

/** The sections in their groups; on a phone, where none is chosen, each with its state. */
export function SectionList({ chosenId }: { chosenId: SectionId | undefined }) {
  const say = useWords()
  const id = useId()
  const stateOf = useStates()
  return (
    <nav aria-label={say('sections')} className={styles['list']}>
      {groups.map(({ label, ids }) => (
        <div key={label} className={styles['group']}>
          <h2 id={`${id}${label}`}>{say(label)}</h2>
          <ul aria-labelledby={`${id}${label}`}>
            {ids.map((section) => (
              <li key={section}>
                <SectionLink
                  id={section}
                  isChosen={section === chosenId}
                  state={chosenId === undefined ? stateOf(section) : undefined}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface SectionLinkProps {
  id: SectionId
  isChosen: boolean
  state: string | undefined
}

function SectionLink({ id, isChosen, state }: SectionLinkProps) {
  const say = useWords()
  const Icon = icons[id]
  const label = sectionNames.find((section) => section.id === id)?.label ?? 'settings'
  return (
    <Link to={{ hash: id }} className={styles['link']} aria-current={isChosen ? 'true' : undefined}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['name']}>{say(label)}</span>{' '}
      {state !== undefined && <bdi className={styles['state']}>{state}</bdi>}
      <ChevronRight size={16} className={styles['arrow']} aria-hidden="true" />
    </Link>
  )
}

/** A few words about each section, of what the profile says anyway. */
function useStates(): (id: SectionId) => string | undefined {
  const say = useWords()
  const { data: user } = useQuery(profileQuery())
  if (user === undefined) return () => undefined
  const { business, assistant, smtp, ui, whatsapp } = user.settings
  const onOrOff = (isOn: boolean) => say(isOn ? 'on' : 'off')
  const states: Partial<Record<SectionId, string>> = {
    business: business.name,
    hours: onOrOff(business.hours.enabled),
    assistant: onOrOff(assistant.enabled),
    appearance: new Map(Object.entries(pageLanguages)).get(ui.language) ?? '',
    whatsapp: numberOf(whatsapp) ?? say(whatsapp.status),
    smtp: smtp.enabled ? smtp.fromEmail : say('off'),
    profile: user.name,
  }
  return (id) => states[id] || undefined
}

/** The number of a connected account; of any other its status says more. */
const numberOf = ({ status, displayPhone }: User['settings']['whatsapp']): string | undefined =>
  status === 'connected' && displayPhone !== '' ? displayPhone : undefined
