/** Whether the release that this file belongs to was removed since the page was opened. */
export async function isReleaseGone(url: string): Promise<boolean> {
  try {
    // Its account is no file of a release: an edge that still has the files in memory has to look.
    return (await fetch(`${url}/../release.json`, { cache: 'no-store' })).status === 410
  } catch {
    return false
  }
}
