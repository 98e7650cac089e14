import { endSignInCall, listSignInsCall, type SignIn } from '@errand/contract/sign-ins'
import { callApi, isApiError } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

/** The devices on which the owner is signed in, this one first. */
export const signInsQuery = () =>
  queryOptions({
    queryKey: ['sign-ins'],
    queryFn: async ({ signal }) => (await callApi(listSignInsCall, { signal })).signIns,
  })

/** Signs one device out; it may have been signed out elsewhere before. */
export async function endSignIn(id: SignIn['id']): Promise<void> {
  try {
    await callApi(endSignInCall, { id })
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error
  }
}
