import { Button } from '@mantine/core'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Decision } from '../contract.ts'
import classes from './dialogs.module.css'
import { Seconds, useSecondsUntil } from './undo-panel.tsx'

/** What the specification shows after a decision: its link; beside it Undo while it can be, and the next item first. */
export function SuccessDialog({
  title,
  text,
  decision,
  link,
  nextHref,
  onUndo,
  onClose,
}: {
  title: string
  text: string
  decision: Decision | null
  link: { href: string; label: string }
  /** The record that has waited longest; null when nothing waits, undefined while that is not known yet. */
  nextHref: string | null | undefined
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
          <Link href={link.href}>{link.label}</Link>
          {seconds > 0 && (
            <Button variant="default" onClick={onUndo}>
              Undo <Seconds count={seconds} />
            </Button>
          )}
        </div>
        {nextHref === undefined && (
          <Button fullWidth disabled>
            Loading...
          </Button>
        )}
        {nextHref && (
          <Button component={Link} href={nextHref} ref={takeFocus} data-autofocus fullWidth>
            Next
          </Button>
        )}
        {nextHref === null && (
          <Button ref={takeFocus} data-autofocus fullWidth variant="default" onClick={onClose}>
            Close: nothing else waits
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Which record comes next may be known only after the dialog is open: its button takes the focus when it appears. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
