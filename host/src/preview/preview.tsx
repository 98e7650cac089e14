import type { ReleaseSet } from '@errand/contract/release'
import { tabStorage } from '@errand/shared-auth'
import { Button, Notice, useFormats } from '@errand/shared-ui'

import { useWords } from '../shell/words/words.ts'

/** Says above every page which other releases a ticket put into it, and which it could not. */
export function PreviewNotice({ override }: Pick<ReleaseSet, 'override'>) {
  const say = useWords()
  const formats = useFormats()
  if (override === undefined) return null
  const { apps, refused, expiresAt } = override
  // With the day: a preview may last a week.
  const until = formats.dateTime(expiresAt)
  const sentences = [
    ...(apps.length > 0 ? [say('preview', { apps: apps.join(', '), until })] : []),
    ...(refused.length > 0 ? [say('notPreviewed', { apps: refused.join(', ') })] : []),
  ]
  return (
    <Notice
      role="status"
      actions={
        <Button size="small" onClick={leavePreview}>
          {say('leavePreview')}
        </Button>
      }
    >
      {sentences.join(' ')}
    </Notice>
  )
}

const parameter = 'ticket'
const key = 'errand:ticket'

/**
 * Keeps the ticket of a preview for this tab: addresses inside the page lose it, and a reload needs
 * it. Answers true when the document is being opened again, with it.
 */
export function keepPreview({ override }: ReleaseSet): boolean {
  const url = new URL(window.location.href)
  const asked = url.searchParams.get(parameter)
  if (asked !== null) {
    // One that was not granted has ended.
    if (override === undefined) tabStorage.removeItem(key)
    else tabStorage.setItem(key, asked)
    return false
  }
  const kept = tabStorage.getItem(key)
  if (kept === null) return false
  url.searchParams.set(parameter, kept)
  window.location.replace(url)
  return true
}

/** Opens this page without the releases of the ticket. */
function leavePreview(): void {
  tabStorage.removeItem(key)
  const url = new URL(window.location.href)
  url.searchParams.delete(parameter)
  window.location.replace(url)
}
