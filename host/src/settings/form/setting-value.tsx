import { useFormats, useSettings } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { accountStatsQuery } from '../../account/account.queries.ts'
import { dayName } from '../business/day-name.ts'
import { useWords } from '../words/words.ts'
import { isNothing, isSame } from './section.ts'

interface SettingValueProps {
  path: string
  value: unknown
  /** What stands on the other side: of lists only what is not there too is shown. */
  beside: unknown
}

/** What a setting says, for reading. */
export function SettingValue({ path, value, beside }: SettingValueProps) {
  const say = useWords()
  const itemText = useItemText()
  if (typeof value === 'boolean') return say(value ? 'on' : 'off')
  if (isNothing(value)) return say('empty')
  if (path.endsWith('Minor')) return <Money value={value} />
  if (Array.isArray(value)) {
    const others: unknown[] = Array.isArray(beside) ? beside : []
    const own = value.filter((item) => !others.some((other) => isSame(item, other)))
    return own.length === 0 ? say('empty') : own.map((item) => itemText(item)).join(', ')
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : say('otherwise')
}

/** In minor units; what is typed may be no amount yet. */
function Money({ value }: { value: unknown }) {
  const say = useWords()
  const formats = useFormats()
  const { data } = useQuery(accountStatsQuery())
  if (!Number.isSafeInteger(value)) return say('otherwise')
  return formats.money(value as number, data?.balance.currency ?? 'INR')
}

/** A day of the week, a holiday, a quick reply, or a word. */
function useItemText() {
  const say = useWords()
  const { locale } = useSettings()
  return (item: unknown): string => {
    if (typeof item !== 'object' || item === null) return String(item)
    const { day, open, from, to, id: _id, ...rest } = item as Record<string, unknown>
    const texts = Object.values(rest).filter((text) => typeof text === 'string' && text !== '')
    const range = [from, to].filter(
      (end, at, ends) => end !== undefined && ends.indexOf(end) === at,
    )
    const time = open === false ? say('closed') : range.join('–')
    const name = typeof day === 'number' ? dayName(day, locale) : ''
    return [name, texts.join(': '), time].filter(Boolean).join(' ')
  }
}
