import { StatusMark } from '#kit/web/status-mark.tsx'
import { type MarkKind, markLabels } from '../marks-contract.ts'

/** The open marks of an order in a list; empty if there are none. */
export function OpenMarks({ kinds }: { kinds: readonly MarkKind[] }) {
  const [first, ...more] = kinds
  if (!first) return null
  return (
    <StatusMark tone="waiting">
      <span title={kinds.map((kind) => markLabels[kind]).join(', ')}>
        {markLabels[first]}
        {more.length > 0 && ` +${more.length}`}
      </span>
    </StatusMark>
  )
}
