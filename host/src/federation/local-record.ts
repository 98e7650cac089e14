/** A small table of numbers in `localStorage`, or in the page alone where the browser refuses. */
export function localRecord(key: string) {
  let inPage: Record<string, number> = {}

  return {
    read(): Record<string, number> {
      try {
        return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, number>
      } catch {
        return inPage
      }
    },
    write(record: Record<string, number>): void {
      inPage = record
      try {
        localStorage.setItem(key, JSON.stringify(record))
      } catch {
        // Full, or forbidden: this page still knows.
      }
    },
  }
}
