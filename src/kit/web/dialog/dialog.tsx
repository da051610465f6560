import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Modal, type ModalProps } from '@mantine/core'
import { stayHere, useBackGuard } from '../back-guard.ts'
import { markBeginning, useFocusBack } from '../history-moves.ts'

interface Props extends Omit<ModalProps, 'opened' | 'closeButtonProps'> {
  /** It stays while this is so: what was sent goes on, and closing would lose what became of it. */
  isHeld?: boolean
}

/**
 * A dialog that closes on Escape, on Back and outside. It begins at its first field, or where `data-autofocus` says, and
 * gives the focus back to what had it. Its code and styles come with the first screen that has one.
 */
export function Dialog({ attributes, isHeld = false, onClose, children, ...props }: Props) {
  useFocusBack()
  const close = isHeld ? ignore : onClose
  // It has no entry of the history: there is none to be taken away when it closes otherwise, or leads on to another screen.
  useBackGuard(() => {
    stayHere()
    close()
    return true
  })
  return (
    <Modal
      opened
      onClose={close}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its head is no banner of the page, which has one.
      attributes={{ header: { role: 'presentation' }, ...attributes }}
      // A title names records: one long word of a name stays in the dialog, and two lines do not touch.
      styles={{ title: { lineHeight: 1.35, overflowWrap: 'anywhere' } }}
      {...props}
    >
      <div ref={markBeginning} style={{ display: 'contents' }}>
        {children}
      </div>
    </Modal>
  )
}

function ignore(): void {}
