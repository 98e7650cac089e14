import { releaseGoneSchema } from '@errand/contract/release'

/** Whether the release that this file belongs to was removed since the page was opened. */
export async function isReleaseGone(url: string): Promise<boolean> {
  try {
    // Its account is no file of a release: an edge that still has the files in memory has to look.
    const account = new URL('release.json', new URL(url, window.location.href))
    const answer = await fetch(account, { cache: 'no-store' })
    return answer.status === 410 && releaseGoneSchema.safeParse(await answer.json()).success
  } catch {
    return false
  }
}
