import { useRef, useState } from 'react'

/** One step of the sign-in: at work, refused, and where the person goes on. */
export function useStep<Field extends HTMLInputElement>() {
  const field = useRef<Field>(null)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const fail = (message: string) => {
    setError(message)
    field.current?.focus()
    field.current?.select()
  }

  const run = async (work: () => Promise<void>, toMessage: (reason: unknown) => string) => {
    setIsBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (reason) {
      fail(toMessage(reason))
    } finally {
      setIsBusy(false)
    }
  }

  return { field, error, isBusy, run, fail }
}
