import type { JobFieldType } from '@errand/contract/job-field'
import { hasVisibleText } from '@errand/contract/visible-text'
import { Badge, IconButton, Menu, type SortableHandle } from '@errand/shared-ui'
import {
  AlignLeft,
  ArrowDown,
  ArrowUp,
  AtSign,
  Banknote,
  Calendar,
  CalendarClock,
  ChevronDown,
  CircleDot,
  Clock,
  Copy,
  Ellipsis,
  EyeOff,
  GitBranch,
  Hash,
  House,
  Link2,
  ListChecks,
  type LucideIcon,
  MapPin,
  Paperclip,
  Percent,
  Phone,
  Star,
  ToggleLeft,
  Trash2,
  Type,
} from 'lucide-react'
import { memo } from 'react'

import { type FieldValues, emptyField, maxFields } from '../job-draft/field-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import styles from './fields-builder.module.css'

/** Actions on a row, by its index. */
export interface RowActions {
  toggle: (index: number) => void
  move: (from: number, to: number) => void
  duplicate: (index: number) => void
  remove: (index: number) => void
}

/** The position of a row, and what moves and changes it. */
export interface LineProps {
  index: number
  count: number
  /** Stable for the life of the list, as the actions are. */
  handle: SortableHandle
  actions: RowActions
}

const icon = { size: 16, 'aria-hidden': true } as const

/** What the collapsed row shows of a field; empty for one that was just removed. */
export function summarizeField(field: FieldValues = emptyField) {
  const { label, type, required, sensitive, condition } = field
  return { label, type, required, sensitive, isConditional: condition.fieldKey !== '' }
}

interface FieldLineProps extends LineProps, ReturnType<typeof summarizeField> {
  problems: number
  isOpen: boolean
}

/** Memoized: reordering renders every row, and few of them have changed. */
export const FieldLine = memo(function FieldLine(props: FieldLineProps) {
  const { label, type, problems, isOpen, index, count, handle, actions } = props
  const say = useWords()
  const Icon = fieldIcons[type]
  const name = hasVisibleText(label) ? label : say('field', { number: index + 1 })
  return (
    <div className={styles['line']}>
      {handle(name)}
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        aria-label={say(isOpen ? 'close' : 'open', { name })}
        onClick={() => actions.toggle(index)}
      >
        <Icon {...icon} />
        <bdi className={styles['label']}>{name}</bdi>
        <ChevronDown {...icon} className={styles['chevron']} />
      </button>
      <span className={styles['marks']}>
        <span className={styles['type']}>{say(`${type}_type`)}</span>
        {problems > 0 && <Badge tone="danger">{say('hasProblems', { count: problems })}</Badge>}
        {props.isConditional && (
          <span className={styles['mark']} title={say('conditional')}>
            <GitBranch size={14} role="img" aria-label={say('conditional')} />
          </span>
        )}
        {props.sensitive && (
          <span className={styles['mark']} title={say('sensitive')}>
            <EyeOff size={14} role="img" aria-label={say('sensitive')} />
          </span>
        )}
        <span className={styles['need']}>{say(props.required ? 'required' : 'optional')}</span>
      </span>
      <RowMenu {...{ index, actions, name }} last={count - 1} />
    </div>
  )
})

interface RowMenuProps {
  index: number
  last: number
  name: string
  actions: RowActions
}

function RowMenu({ index, last, name, actions }: RowMenuProps) {
  const say = useWords()
  const label = say('actionsOf', { name })
  return (
    <Menu
      label={label}
      trigger={<IconButton size="small" label={label} icon={<Ellipsis {...icon} />} />}
      entries={[
        {
          label: say('moveUp'),
          icon: <ArrowUp {...icon} />,
          isDisabled: index === 0,
          onSelect: () => actions.move(index, index - 1),
        },
        {
          label: say('moveDown'),
          icon: <ArrowDown {...icon} />,
          isDisabled: index === last,
          onSelect: () => actions.move(index, index + 1),
        },
        {
          label: say('duplicate'),
          icon: <Copy {...icon} />,
          isDisabled: last + 1 >= maxFields,
          onSelect: () => actions.duplicate(index),
        },
        'separator',
        {
          label: say('remove'),
          icon: <Trash2 {...icon} />,
          tone: 'danger',
          onSelect: () => actions.remove(index),
        },
      ]}
    />
  )
}

/** An icon for each type. */
const fieldIcons: Record<JobFieldType, LucideIcon> = {
  text: Type,
  long_text: AlignLeft,
  number: Percent,
  integer: Hash,
  currency: Banknote,
  boolean: ToggleLeft,
  date: Calendar,
  time: Clock,
  datetime: CalendarClock,
  email: AtSign,
  phone: Phone,
  url: Link2,
  select: CircleDot,
  multi_select: ListChecks,
  address: House,
  location: MapPin,
  file: Paperclip,
  rating: Star,
}
