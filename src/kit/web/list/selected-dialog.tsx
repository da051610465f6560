import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'

/** A button over selected rows with a dialog; `onDone` of the dialog closes it and gives up the selection. */
export function SelectedDialog({
  label,
  disabled = false,
  onDone,
  onHold,
  dialog,
}: {
  label: string
  disabled?: boolean
  onDone: () => void
  /** Called when the dialog opens and closes: rows that leave the list meanwhile stay selected until their outcome was read. */
  onHold: (isHeld: boolean) => void
  dialog: (told: { onClose: () => void; onDone: () => void }) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const turn = (next: boolean) => {
    setOpen(next)
    onHold(next)
  }
  const close = () => turn(false)
  const finish = () => {
    close()
    onDone()
  }
  return (
    <>
      <Button size="xs" disabled={disabled} onClick={() => turn(true)}>
        {label}
      </Button>
      {isOpen && <Suspense fallback={null}>{dialog({ onClose: close, onDone: finish })}</Suspense>}
    </>
  )
}
