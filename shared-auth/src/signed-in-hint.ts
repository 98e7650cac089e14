const cookie = 'errand_signed_in'

/** Tells the edge, harmlessly, whether to preload pages that need a session. It proves nothing. */
export function setSignedInHint(isSignedIn: boolean): void {
  const life = isSignedIn ? 'max-age=31536000' : 'max-age=0'
  document.cookie = `${cookie}=1; path=/; SameSite=Lax; ${life}`
}
