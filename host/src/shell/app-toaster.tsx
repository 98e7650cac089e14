import { Toaster } from 'react-hot-toast'

/** How long a toast stays, in milliseconds; the library's own success toasts would go at 2000. */
const durationMs = 4000

const toastStyle = {
  background: 'var(--surface-floating)',
  color: 'var(--text)',
  border: '1px solid var(--border)',
  boxShadow: 'var(--shadow-floating)',
  fontSize: 'var(--text-14)',
  maxInlineSize: 'min(400px, calc(100vw - 32px))',
}

const icon = (tone: 'success' | 'danger') => ({
  primary: `var(--${tone}-text)`,
  secondary: 'var(--surface-floating)',
})

/** The page's only place for toasts; whoever has something to say calls `toast`. */
export function AppToaster() {
  return (
    <Toaster
      position="top-right"
      toastOptions={{
        duration: durationMs,
        style: toastStyle,
        success: { iconTheme: icon('success') },
        error: { iconTheme: icon('danger') },
        // Until what it speaks of has ended.
        loading: { duration: Infinity },
      }}
    />
  )
}
