import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/**
 * Makes a new page as plain to a screen reader as it is to the eye: its title is said, and reading
 * goes on at `main`, not at the link that led there.
 */
export function useArrival() {
  const main = useRef<HTMLElement>(null)
  const announcement = useRef<HTMLParagraphElement>(null)
  const { pathname } = useLocation()
  const isWayBack = useNavigationType() === NavigationType.Pop
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    // The page below has had its effects: it has its title, and a form may have taken the focus.
    if (announcement.current !== null) announcement.current.textContent = document.title
    if (main.current?.contains(document.activeElement) === false) {
      main.current.focus({ preventScroll: true })
    }
    // On the way back the browser itself knows where one was.
    if (!isWayBack) window.scrollTo(0, 0)
  }, [pathname, isWayBack])
  return { main, announcement }
}
