import { Button } from '@mantine/core'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { RecordAddress } from '#kit/web/address.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { useSecondsUntil } from '#kit/web/countdown.ts'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { Link } from '#kit/web/link.tsx'
import { type HeldRow, isHeld } from '#kit/web/queue/queue-store.ts'
import { useQueue } from '#kit/web/queue/use-queue.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import type { Decision } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './dialogs.module.css'
import { isOwn, Seconds } from './undo-panel.tsx'

/** Where the records are that wait for the same kind of decision. */
interface Waiting {
  call: Endpoint
  /** The call's input for the first of them, with more than the record that was decided on. */
  query: object
  hrefOf: RecordAddress
  list: { href: string; label: string }
}

/**
 * What is decided on after this record: the next one of the queue, or else the first that waits. The address is null if there is
 * none, and undefined as long as it is not known.
 */
export function useNextRecord(id: string, { call, query, hrefOf, list }: Waiting) {
  const queue = useQueue()
  const read = useEndpoint(call, query as never, { enabled: queue === null })
  const rows = (read.data as { rows: ({ id: string } & HeldRow)[] } | undefined)?.rows
  const other = rows?.find((row) => row.id !== id && !isHeld(row))
  return {
    href: queue ? queue.nextHref : other ? hrefOf(other) : rows && null,
    endOfQueue: queue && { href: queue.backHref, title: queue.title, rest: queue.rest },
    read: queue ? queue.read : read,
    list,
  }
}

/** Shown after a decision: the links, one of them from the specification, Undo while it is possible, and the next record first. */
export function SuccessDialog({
  title,
  text,
  decision,
  links,
  next,
  onUndo,
  onClose,
}: {
  title: string
  text: string
  decision: Decision | null
  links: readonly { href: string; label: string }[]
  next: ReturnType<typeof useNextRecord>
  onUndo: () => void
  onClose: () => void
}) {
  const { href: nextHref, endOfQueue, read, list } = next
  const isFailed = nextHref === undefined && read.error !== null
  // What a colleague had decided before is not undone by a slip here.
  const seconds = useSecondsUntil(decision && isOwn(decision) ? decision.undo_until : '')
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
        {isFailed && (
          <>
            <ReadFailure of={read} what={texts.nextNotLoaded} />
            <Button component={Link} href={list.href} variant="default" fullWidth>
              {list.label}
            </Button>
          </>
        )}
        {nextHref === undefined && !isFailed && (
          <Button fullWidth disabled>
            {texts.loading}
          </Button>
        )}
        {nextHref && (
          <Button component={Link} href={nextHref} ref={takeFocus} data-autofocus fullWidth>
            {texts.next}
          </Button>
        )}
        {nextHref === null && endOfQueue?.rest && (
          <>
            <p className={classes.text}>{`${endOfQueue.rest.words}.`}</p>
            <Button component={Link} href={endOfQueue.rest.href} variant="default" fullWidth>
              {texts.openHeld}
            </Button>
          </>
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
