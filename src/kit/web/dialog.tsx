import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ScrollArea.css'
import { Modal, type ModalProps } from '@mantine/core'

interface Props extends Omit<ModalProps, 'opened' | 'closeButtonProps'> {
  /** It stays while this is so: what was sent goes on, and closing would lose what became of it. */
  isHeld?: boolean
}

/** A dialog that closes on Escape and outside; its code and styles come with the first screen that has one. */
export function Dialog({ attributes, isHeld = false, onClose, ...props }: Props) {
  return (
    <Modal
      opened
      onClose={isHeld ? ignore : onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its head is no banner of the page, which has one.
      attributes={{ header: { role: 'presentation' }, ...attributes }}
      // A title names records: one long word of a name stays in the dialog, and two lines do not touch.
      styles={{ title: { lineHeight: 1.35, overflowWrap: 'anywhere' } }}
      {...props}
    />
  )
}

function ignore(): void {}
