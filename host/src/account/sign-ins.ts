import { endedSignInsSchema, type SignIn, signInsResponseSchema } from '@errand/contract/sign-ins'
import { api, isApiError } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

/** The devices on which the owner is signed in, this one first. */
export const signInsQuery = () =>
  queryOptions({
    queryKey: ['sign-ins'],
    queryFn: async ({ signal }) => {
      const answer = await api.get('auth/sign-ins', { signal }).json(signInsResponseSchema)
      return answer.signIns
    },
  })

/** Signs one device out; it may have been signed out elsewhere before. */
export async function endSignIn(id: SignIn['id']): Promise<void> {
  try {
    await api.delete(`auth/sign-ins/${encodeURIComponent(id)}`).json(endedSignInsSchema)
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error
  }
}

/** Signs out every device but this one. */
export async function endOtherSignIns(): Promise<void> {
  await api.delete('auth/sign-ins').json(endedSignInsSchema)
}
