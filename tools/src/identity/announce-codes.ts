import type { Server } from 'node:http'

/** A code that somebody asked for. */
export interface SignInCode {
  phoneNumber: string
  code: string
}

interface CodesAnswer {
  verificationCodes?: (SignInCode & { sessionInfo: string })[]
}

/** Calls back with each new sign-in code, by the emulator's own list of codes. */
export function announceCodes(
  server: Server,
  options: { codesUrl: string; onCode: (code: SignInCode) => void },
): void {
  const announced = new Set<string>()

  server.on('request', (request, response) => {
    if (!request.url?.includes(':sendVerificationCode')) return
    response.once('finish', () => void announce().catch(reportProblem))
  })

  async function announce(): Promise<void> {
    const response = await fetch(options.codesUrl)
    const { verificationCodes = [] } = (await response.json()) as CodesAnswer
    for (const { phoneNumber, code, sessionInfo } of verificationCodes) {
      if (announced.has(sessionInfo)) continue
      announced.add(sessionInfo)
      options.onCode({ phoneNumber, code })
    }
  }
}

// The code can still be read at /dev/codes.
function reportProblem(error: unknown): void {
  process.stderr.write(`The new codes could not be read: ${String(error)}\n`)
}
