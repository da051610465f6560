import { Button } from '@mantine/core'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Decision } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'
import { Seconds, useSecondsUntil } from './undo-panel.tsx'

/** Shown after a decision: the links, one of them from the specification, Undo while it is possible, and the next record first. */
export function SuccessDialog({
  title,
  text,
  decision,
  links,
  nextHref,
  endOfQueue,
  onUndo,
  onClose,
}: {
  title: string
  text: string
  decision: Decision | null
  links: readonly { href: string; label: string }[]
  /** The next record of the queue, or else the oldest pending one; null if there is none, undefined while loading. */
  nextHref: string | null | undefined
  /** The list from which the record was opened. */
  endOfQueue: { href: string; title: string } | null
  onUndo: () => void
  onClose: () => void
}) {
  const seconds = useSecondsUntil(decision?.undo_until ?? '')
  return (
    <Dialog onClose={onClose} title={title}>
      <div className={classes.success}>
        <p className={classes.text} role="status">
          {text}
        </p>
        <div className={classes.links}>
          {links.map(({ href, label }) => (
            <Link key={href} href={href}>
              {label}
            </Link>
          ))}
          {seconds > 0 && (
            <Button variant="default" onClick={onUndo}>
              {texts.undoSeconds({ seconds: <Seconds count={seconds} /> })}
            </Button>
          )}
        </div>
        {nextHref === undefined && (
          <Button fullWidth disabled>
            {texts.loading}
          </Button>
        )}
        {nextHref && (
          <Button component={Link} href={nextHref} ref={takeFocus} data-autofocus fullWidth>
            {texts.next}
          </Button>
        )}
        {nextHref === null && endOfQueue && (
          <Button component={Link} href={endOfQueue.href} ref={takeFocus} data-autofocus fullWidth>
            {texts.backToList({ title: endOfQueue.title })}
          </Button>
        )}
        {nextHref === null && !endOfQueue && (
          <Button ref={takeFocus} data-autofocus fullWidth variant="default" onClick={onClose}>
            {texts.closeNothingPending}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** The next record may load after the dialog opens, so its button takes the focus when it appears. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
