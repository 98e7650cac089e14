import { paths } from '@errand/contract/paths'

/** Signs up first; then the first job may be written from this sentence. */
export function signUpLinkWith(sentence: string): string {
  const next = `${paths.dashboard}?${new URLSearchParams({ sentence }).toString()}`
  return `${paths.signUp}&${new URLSearchParams({ next }).toString()}`
}
