/** What a model said without the letters that no database keeps: models repeat whatever they are shown. */
export function storable<T>(said: T): T {
  const clean = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
  return JSON.parse(JSON.stringify(said), clean) as T
}
