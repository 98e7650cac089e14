let offsetMs = 0

/** Takes a moment that the api just named as now; the clock of this machine may be wrong. */
export function keepClock(serverTime: string): void {
  offsetMs = Date.parse(serverTime) - Date.now()
}

/** Now, by the api's clock. */
export const serverNow = (): number => Date.now() + offsetMs
