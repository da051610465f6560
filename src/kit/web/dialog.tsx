import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ScrollArea.css'
import { Modal, type ModalProps } from '@mantine/core'

/** A dialog that closes on Escape and outside; its code and styles come with the first screen that has one. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'closeButtonProps'>) {
  return <Modal opened closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
}
