import { Component, type ReactNode } from 'react'

interface PartBoundaryProps {
  children: ReactNode
  /** What stands in the place of a part that broke. */
  fallback?: ReactNode
  onError?: (error: unknown) => void
}

/** Keeps what a small part of the page does wrong from the rest of it. */
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
