import { releaseGoneSchema } from '@errand/contract/release'

/** Whether the files of a release were removed since this page was opened. */
export async function isReleaseGone(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { cache: 'no-store' })
    return answer.status === 410 && releaseGoneSchema.safeParse(await answer.json()).success
  } catch {
    return false
  }
}
