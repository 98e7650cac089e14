import { profileQuery } from '@errand/shared-auth'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'

import { applyLook } from './look.ts'

/** Keeps the page in the look that its owner has chosen, on whatever device he chose it. */
export function useLook(): void {
  const { data: user } = useQuery(profileQuery())
  useLayoutEffect(() => {
    if (user !== undefined) applyLook(user)
  }, [user])
}
