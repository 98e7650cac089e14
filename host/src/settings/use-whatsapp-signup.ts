import {
  signUpWhatsAppResponseSchema,
  signupEventSchema,
  type SignUpWhatsAppResponse,
  type User,
} from '@errand/contract/auth'
import { api, profileQuery, queryClient, subscribeEvents, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { askFacebook, FacebookWindowError, loadFacebook } from './facebook-window.ts'
import { useWords } from './words/words.ts'

/** What was sent, and which stages are known so far. */
interface Progress {
  isCoexistence: boolean
  isReconnecting: boolean
  stages: Pick<SignUpWhatsAppResponse['stages'][number], 'stage' | 'ok'>[]
}

/**
 * Connects a number in Meta's window, whose script is loaded as soon as the number is not connected.
 * Undefined where the deployment has no signup.
 */
export function useWhatsAppSignup(user: User, sdkUrl: string | undefined) {
  const say = useWords()
  const { whatsapp } = user.settings
  const { signup, status } = whatsapp
  const isWanted = status === 'not_connected' || status === 'disconnected'
  const [progress, setProgress] = useState<Progress>()
  useEffect(() => {
    // Whether it failed is said after the click.
    if (isWanted && sdkUrl !== undefined && signup !== undefined)
      loadFacebook(sdkUrl, signup).catch(() => undefined)
    // oxlint-disable-next-line react/exhaustive-deps -- the script is the same for every copy of the settings
  }, [isWanted, sdkUrl])
  const { mutate, reset, data, error, isPending, variables } = useMutation({
    mutationFn: async (isOfApp: boolean) => {
      if (sdkUrl === undefined || signup === undefined)
        throw new FacebookWindowError('facebookLost')
      setProgress(undefined)
      const facebook = await loadFacebook(sdkUrl, signup)
      const json = await askFacebook(facebook, { sdkUrl, signup, user, isOfApp })
      const started = {
        isCoexistence: json.isCoexistence === true,
        isReconnecting: status === 'disconnected',
      }
      const stages: Progress['stages'] = []
      setProgress({ ...started, stages })
      const stop = subscribeEvents((event) => {
        const parsed = 'data' in event ? signupEventSchema.safeParse(event.data).data : undefined
        if (parsed === undefined) return
        stages.push(parsed.signup)
        setProgress({ ...started, stages: [...stages] })
      })
      return api
        .post('auth/whatsapp/signup', { json, timeout: 60_000 })
        .json(signUpWhatsAppResponseSchema)
        .finally(stop)
    },
    onSettled: () => queryClient.invalidateQueries(profileQuery()),
  })
  if (sdkUrl === undefined || signup === undefined) return undefined
  const isChecking = isPending && progress !== undefined
  const result = isChecking ? { success: false, stages: progress.stages } : data
  const failureOf = (reason: Error): string => {
    if (!(reason instanceof FacebookWindowError)) return userMessage(reason)
    const { end, detail } = reason
    return end === 'facebookFailed' ? say(end, { detail }) : say(end)
  }
  return {
    start: mutate,
    /** Forgets the outcome. */
    reset,
    /** Which of the two ways is under way. */
    pending: isPending ? (variables ? 'app' : 'new') : undefined,
    isChecking,
    /** Whether it started from a number that was connected before. */
    isReconnecting: isChecking && progress.isReconnecting,
    /** Whether the number is registered, as all are but those of the WhatsApp Business app. */
    hasRegistration:
      progress?.isCoexistence === false ||
      result?.stages.some(({ stage }) => stage === 'register') === true,
    result,
    failure: error === null ? undefined : failureOf(error),
  }
}

export type WhatsAppSignup = NonNullable<ReturnType<typeof useWhatsAppSignup>>
