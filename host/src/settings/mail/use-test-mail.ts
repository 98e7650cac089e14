import {
  testSmtpResponseSchema,
  testSmtpSchema,
  type UpdateSettingsInput,
  type User,
} from '@errand/contract/auth'
import { api, isApiError, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { useWords } from '../words/words.ts'

/** Tries what is written in the form, saved or not, by a letter to the owner himself. */
export function useTestMail(form: UseFormReturn<UpdateSettingsInput>, user: User) {
  const say = useWords()
  const [failure, setFailure] = useState<string>()
  const { mutate, data, isPending } = useMutation({
    mutationFn: (input: unknown) =>
      // Longer than other calls: a server that does not answer is what the test is for.
      api.post('auth/test-smtp', { json: input, timeout: 60_000 }).json(testSmtpResponseSchema),
    onError: (error) => {
      const detail = isApiError(error) ? error.problem?.errors?.[0]?.detail : undefined
      setFailure(detail ?? userMessage(error))
    },
  })
  const smtp = form.getValues('settings.smtp')
  const sentTo = user.email || (smtp?.fromEmail ?? '')
  const run = () => {
    const values = form.getValues('settings.smtp')
    const to = user.email || values?.fromEmail
    const input = testSmtpSchema.safeParse({ ...values, password: values?.password, to })
    setFailure(input.success ? undefined : say('testNeeds'))
    if (input.success) mutate(input.data)
  }
  return { run, isTesting: isPending, result: data, failure, sentTo }
}
