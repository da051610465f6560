import { Component, type ReactNode } from 'react'
import { ScreenFault } from './notices.tsx'

/** Contains the failure of a screen that throws, or whose code no longer exists, so that the shell stays usable. */
export class FaultBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <ScreenFault error={this.state.error} />
  }
}
