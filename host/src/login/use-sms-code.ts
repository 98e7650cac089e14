import { useEffect, useRef } from 'react'

interface SmsCredential extends Credential {
  code?: string
}

/**
 * Takes the code out of the message itself, where the browser can (WebOTP) and the message names
 * this site; everywhere else it is typed, or offered above the keyboard.
 */
export function useSmsCode(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined
    const leaving = new AbortController()
    void readSmsCode(leaving.signal).then((code) => code !== undefined && latest.current(code))
    return () => leaving.abort()
  }, [])
}

async function readSmsCode(signal: AbortSignal): Promise<string | undefined> {
  const options = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions
  try {
    const credential: SmsCredential | null = await navigator.credentials.get(options)
    return credential?.code
  } catch {
    // Refused, or the page was left.
    return undefined
  }
}
