import { testWhatsAppResponseSchema } from '@errand/contract/auth'
import { api, profileQuery, queryClient, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'

/** Tests the saved number by a message to the owner himself. */
export function useTestWhatsApp() {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      api
        .post('auth/test-whatsapp', { json: {}, timeout: 60_000 })
        .json(testWhatsAppResponseSchema),
    // The state of the number may be another one now.
    onSettled: () => queryClient.invalidateQueries(profileQuery()),
  })
  const failure = error === null ? undefined : userMessage(error)
  return { run: mutate, isTesting: isPending, result: data, failure }
}
