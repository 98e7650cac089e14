import { Tooltip } from '../tooltip/tooltip.tsx'
import { useFormats } from './formats.ts'
import { useNow } from './use-now.ts'

interface RelativeTimeProps {
  at: string | Date
  /** False inside a link or button, which takes the focus itself. */
  isFocusable?: boolean
}

/** A relative time that is kept up to date; the exact time on hover and focus. */
export function RelativeTime({ at, isFocusable = true }: RelativeTimeProps) {
  const formats = useFormats()
  const now = useNow()
  return (
    <Tooltip text={formats.dateTime(at)}>
      <time
        dateTime={new Date(at).toISOString()}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- else only a mouse shows it
        tabIndex={isFocusable ? 0 : undefined}
      >
        {formats.relative(at, now)}
      </time>
    </Tooltip>
  )
}
