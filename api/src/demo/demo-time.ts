const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** How long the owner of the demo has been here. */
export const historyDays = 152

export const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** A part of a stretch, from 0 to 1. */
export const within = (from: Date, to: Date, part: number): Date =>
  plus(from, Math.round((to.getTime() - from.getTime()) * part))
