import { Component, type ReactNode } from 'react'

interface PartBoundaryProps {
  children: ReactNode
  /** Shown in place of the broken part. */
  fallback?: ReactNode
  onError?: (error: unknown) => void
}

/** Keeps an error in a small part of the page from breaking the rest. */
export class PartBoundary extends Component<PartBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error)
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
