/** Beside those of every remote, which open all pages. */
const ofEveryRemote = /\/(pages|every-page)\./

const ofRemote: Record<string, RegExp> = {
  'remote-jobs': /job/,
  'remote-chats': /chat|take-over|in-step|keyboard-phone/,
  'remote-billing': /billing/,
}

/** Whether a journey in the browser can show a fault in one of these packages. */
export function canReach(journey: string, packages: string[]): boolean {
  if (packages.length === 0) return false
  // Whatever is not a remote is part of every page.
  if (packages.some((folder) => !folder.startsWith('remote-'))) return true
  return (
    ofEveryRemote.test(journey) ||
    packages.some((folder) => ofRemote[folder]?.test(journey) === true)
  )
}
