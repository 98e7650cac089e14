import { logError } from './log.ts'

/** Says of each damaged release once, not at every document, that it is left out. */
export function reportDamaged(): (app: string, version: string, error: unknown) => void {
  const reported = new Set<string>()
  return (app, version, error) => {
    const release = `${app}@${version}`
    if (reported.has(release)) return
    reported.add(release)
    logError(`release left out: ${release}`, error)
  }
}
