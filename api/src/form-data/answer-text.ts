/** An answer as one reads it in a table. */
export function answerText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.join('; ')
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  if ('latitude' in value && 'longitude' in value)
    return [value.latitude, value.longitude].join(', ')
  const name = 'fileName' in value ? value.fileName : undefined
  return typeof name === 'string' ? name : JSON.stringify(value)
}
