import { texts } from './texts.ts'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Modal, type ModalProps } from '@mantine/core'
import { stayHere, useBackGuard } from '../back-guard.ts'
import { markBeginning, useFocusBack } from '../history-moves.ts'

interface Props extends Omit<ModalProps, 'opened' | 'closeButtonProps'> {
  /**
   * Keeps the dialog open while true: the request continues and closing would hide its result, or what is shown is shown
   * only once.
   */
  isHeld?: boolean
  /** True if the address names the dialog: Back leads to the address before it, which closes it, and can be repeated. */
  isInAddress?: boolean
}

/**
 * A dialog that closes on Escape, on Back and on a click outside. The focus starts at the first field, or at the
 * element with `data-autofocus`, and returns to the previous element on close. Its code and styles are loaded with the
 * first screen that has a dialog.
 */
export function Dialog({
  attributes,
  isHeld = false,
  isInAddress = false,
  onClose,
  children,
  ...props
}: Props) {
  useFocusBack()
  const close = isHeld ? ignore : onClose
  // Any other dialog adds no history entry, so no entry has to be removed when it closes or links to another screen.
  useBackGuard(() => {
    if (isInAddress) return false
    stayHere()
    close()
    return true
  })
  return (
    <Modal
      opened
      onClose={close}
      closeButtonProps={{ 'aria-label': texts.close }}
      // The header of the dialog must not be a banner landmark, because the page already has one.
      attributes={{ header: { role: 'presentation' }, ...attributes }}
      // Titles contain record names: a long word wraps inside the dialog, and two lines do not touch.
      styles={{ title: { fontSize: 16, fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' } }}
      {...props}
    >
      <div ref={markBeginning} style={{ display: 'contents' }}>
        {children}
      </div>
    </Modal>
  )
}

function ignore(): void {}
