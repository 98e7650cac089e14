import { Problem } from '../http/problem.ts'

/** What somebody without a profile is told everywhere but at the profile itself. */
function noProfile(): Problem {
  return new Problem('forbidden', {
    detail: 'You have no profile yet. Create it with POST /api/auth/profile.',
  })
}

/** The row of somebody who has a profile, or the problem that says that he has none. */
export function present<T>(row: T | undefined): T {
  if (row === undefined) throw noProfile()
  return row
}
