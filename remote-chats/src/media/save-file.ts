/** Has the browser save a file that was fetched. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads it after the click; a minute is longer than any needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
