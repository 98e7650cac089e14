import { useState } from 'react'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A time as people say it, with the exact one behind it. */
export function RelativeTime({ at }: { at: string }) {
  const [now] = useState(() => new Date())
  const date = new Date(at)
  const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={at} title={exact.format(date)}>
      {relative(date, now)}
    </time>
  )
}

function relative(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return unit === 'second'
    ? format.format(0, unit)
    : format.format(Math.round(seconds / size), unit)
}
