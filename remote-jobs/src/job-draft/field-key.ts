const maxLength = 40

/** A key for a field from its label, `Date & time` → `date_time`, different from those `taken`. */
export function fieldKey(label: string, taken: string[]): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const base = /^[a-z]/.test(words) ? words : `field_${words}`.replace(/_$/, '')
  return unused(base.slice(0, maxLength), new Set(taken))
}

function unused(base: string, taken: Set<string>): string {
  let key = base
  for (let number = 2; taken.has(key); number += 1) {
    const suffix = `_${number}`
    key = base.slice(0, maxLength - suffix.length) + suffix
  }
  return key
}
