const paused = new Set<string>()

/** Leaves a chat unread until it is opened the next time, or answered. */
export function pauseReading(sessionId: string): void {
  paused.add(sessionId)
}

export function resumeReading(sessionId: string): void {
  paused.delete(sessionId)
}

export const isReadingPaused = (sessionId: string): boolean => paused.has(sessionId)
