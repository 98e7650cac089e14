import { Problem } from '../http/problem.ts'

/** The profile, or the problem that says that there is none yet. */
export function present<T>(row: T | undefined): T {
  if (row === undefined) throw new Problem('profile_missing')
  return row
}
