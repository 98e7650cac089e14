/** The header in which a caller says who, of the team whose token it is, does it: percent-encoded. */
export const actorHeader = 'errand-actor'

/** The name in that header, without what would not look like one in a list. */
export function readActor(header = ''): string {
  try {
    return decodeURIComponent(header)
      .replaceAll(/[^\p{L}\p{N} .@+_-]/gu, '')
      .slice(0, 64)
      .trim()
  } catch {
    return ''
  }
}
