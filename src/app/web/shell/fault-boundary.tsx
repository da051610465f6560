import { Component, type ReactNode } from 'react'
import { ScreenFault } from './notices.tsx'

/** A screen that breaks, or whose code is gone, takes down itself and not the shell around it. */
export class FaultBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <ScreenFault error={this.state.error} />
  }
}
