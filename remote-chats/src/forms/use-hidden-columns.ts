import { browserStorage } from '@errand/shared-auth'
import { useState } from 'react'

/** The columns of a form that its reader does not want to see, as he left them in this browser. */
export function useHiddenColumns(formId: string) {
  const key = `errand:form:${formId}:hidden`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(read(key)))
  const change = (next: ReadonlySet<string>) => {
    setHidden(next)
    browserStorage.setItem(key, JSON.stringify([...next]))
  }
  return [hidden, change] as const
}

function read(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}
