import { Component, type ReactNode } from 'react'
import { texts } from './texts.ts'

/**
 * Around a part of the frame whose code is loaded when it is asked for: where it cannot be loaded, as without a connection or after
 * an update, its words are shown instead and the rest stays usable.
 */
export class GonePart extends Component<
  { children: ReactNode; instead?: (words: string) => ReactNode },
  { isGone: boolean }
> {
  override state = { isGone: false }

  static getDerivedStateFromError(): { isGone: boolean } {
    return { isGone: true }
  }

  override render(): ReactNode {
    const { children, instead } = this.props
    if (!this.state.isGone) return children
    return instead ? instead(texts.partGone) : <p role="alert">{texts.partGone}</p>
  }
}
