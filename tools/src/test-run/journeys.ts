/** The journeys that are about a remote's own pages; `pages` looks at those of all remotes. */
export const journeysOf: Record<string, string[]> = {
  'remote-jobs': ['first-job', 'job-fields', 'job-form', 'keyboard-jobs', 'pages'],
  'remote-chats': ['chats', 'in-step', 'keyboard-chats', 'keyboard-phone', 'take-over', 'pages'],
  'remote-billing': ['billing', 'billing-tax', 'pages'],
}

/**
 * Whether a browser test belongs to a change of these packages: of a remote, the journeys about it;
 * of anything else, which is part of every page, all.
 */
export function belongsTo(packages: string[], file: string): boolean {
  const remotes = packages.filter((folder) => folder.startsWith('remote-'))
  if (packages.length > remotes.length) return true
  return remotes.some((folder) =>
    (journeysOf[folder] ?? ['pages']).some((name) => file === `e2e/journeys/${name}.spec.ts`),
  )
}
