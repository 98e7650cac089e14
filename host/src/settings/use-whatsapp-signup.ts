import {
  permitSignupCall,
  signupEventSchema,
  signUpWhatsAppCall,
  type SignUpWhatsAppResponse,
  type User,
} from '@errand/contract/auth'
import {
  callApi,
  profileQuery,
  queryClient,
  subscribeEvents,
  userMessage,
} from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { askFacebook, FacebookWindowError, loadFacebook } from './facebook-window.ts'
import { useWords } from './words/words.ts'

/** What was sent, and which stages are known so far. */
interface Progress {
  isCoexistence: boolean
  isReconnecting: boolean
  stages: Pick<SignUpWhatsAppResponse['stages'][number], 'stage' | 'ok'>[]
}

/** What Meta's window can be opened with, and until when, in epoch milliseconds. */
interface Permit {
  permit: string
  until: number
}

/** Shorter than a permit is valid, as the owner takes some time in Meta's window. */
const permitMs = 20 * 60_000

/** Asks the owner to confirm that it is them, unless they signed in just now. */
async function fetchPermit(): Promise<Permit> {
  const { permit } = await callApi(permitSignupCall)
  return { permit, until: Date.now() + permitMs }
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
  const permit = useRef<Permit>(undefined)
  const [isConfirmed, setIsConfirmed] = useState(false)
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
      setIsConfirmed(false)
      const facebook = await loadFacebook(sdkUrl, signup)
      if (permit.current === undefined || permit.current.until < Date.now()) {
        permit.current = await fetchPermit()
        // A browser opens a window only shortly after a click, and to confirm takes longer.
        const { userActivation } = navigator as Partial<Navigator>
        if (userActivation?.isActive === false) {
          setIsConfirmed(true)
          return undefined
        }
      }
      const { permit: confirmed } = permit.current
      const body = await askFacebook(facebook, { sdkUrl, signup, user, isOfApp })
      const started = {
        isCoexistence: body.isCoexistence === true,
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
      return callApi(signUpWhatsAppCall, {
        body: { ...body, permit: confirmed },
        timeoutMs: 60_000,
      }).finally(stop)
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
    /** Whether the owner has confirmed that it is them, and has to click once more. */
    isConfirmed,
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
