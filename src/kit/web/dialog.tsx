import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ScrollArea.css'
import { Modal, type ModalProps } from '@mantine/core'

/** A dialog that closes on Escape and outside; its code and styles come with the first screen that has one. */
export function Dialog({ attributes, ...props }: Omit<ModalProps, 'opened' | 'closeButtonProps'>) {
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its head is no banner of the page, which has one.
      attributes={{ header: { role: 'presentation' }, ...attributes }}
      {...props}
    />
  )
}
