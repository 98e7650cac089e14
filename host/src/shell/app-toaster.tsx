import { Toaster } from 'react-hot-toast'

/** How long a toast stays, in milliseconds; the library's default for success is 2000. */
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

/** The page's only toaster; toasts are shown by `toast`. */
export function AppToaster() {
  return (
    <Toaster
      position="top-right"
      toastOptions={{
        duration: durationMs,
        style: toastStyle,
        success: { iconTheme: icon('success') },
        error: { iconTheme: icon('danger') },
        // Shown until the operation has ended.
        loading: { duration: Infinity },
      }}
    />
  )
}
