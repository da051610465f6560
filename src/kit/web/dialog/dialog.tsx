import { texts } from './texts.ts'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import { createContext, type KeyboardEvent, type SyntheticEvent, use, useRef, useState } from 'react'
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
  /** True if nothing is lost with the dialog: what is typed is there when it opens again, or is typed again in a moment. */
  isKept?: boolean
}

const CloseContext = createContext(() => {})

/**
 * A dialog that closes on Escape, on Back and on a click outside. With a form in which something was typed or chosen, it asks
 * before it closes, and a click outside does nothing. The focus starts at the first field, or at the element with
 * `data-autofocus`, and returns to the previous element on close. Its code and styles are loaded with the first screen that
 * has a dialog.
 */
export function Dialog({
  attributes,
  isHeld = false,
  isInAddress = false,
  isKept = false,
  closeOnClickOutside = true,
  onClose,
  children,
  ...props
}: Props) {
  useFocusBack()
  const { hasTyped, ...hearing } = useTyped()
  const [isAsking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  const close = () => {
    if (isHeld) return
    // Each dialog hears every Escape: while the question is open, it is the one that is closed.
    if (isAsking) return stay()
    if (!isKept && hasTyped()) return setAsking(true)
    onClose()
  }
  // Any other dialog adds no history entry, so no entry has to be removed when it closes or links to another screen.
  useBackGuard(() => {
    if (isInAddress) return false
    stayHere()
    close()
    return true
  })
  return (
    <>
      <Modal
        opened
        onClose={close}
        closeOnClickOutside={false}
        overlayProps={{
          onClick: () => {
            if (closeOnClickOutside && (isKept || !hasTyped())) close()
          },
        }}
        closeButtonProps={{ 'aria-label': texts.close }}
        // The header of the dialog must not be a banner landmark, because the page already has one.
        attributes={{ header: { role: 'presentation' }, ...attributes }}
        // Titles contain record names: a long word wraps inside the dialog, and two lines do not touch.
        styles={{ title: { fontSize: 16, fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' } }}
        {...props}
      >
        <div ref={markBeginning} style={{ display: 'contents' }} {...hearing}>
          <CloseContext value={close}>{children}</CloseContext>
        </div>
      </Modal>
      {isAsking && (
        <Dialog title={texts.discardQuestion} onClose={stay}>
          <p>{texts.typedIsLost}</p>
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" onClick={stay}>
              {texts.keepEditing}
            </Button>
            <Button
              color="red"
              onClick={() => {
                stay()
                onClose()
              }}
            >
              {texts.discard}
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  )
}

/** Cancel of a form in a dialog, which asks as Escape does. */
export function CancelButton({ isOff }: { isOff: boolean }) {
  return (
    <Button variant="default" disabled={isOff} onClick={use(CloseContext)}>
      {texts.cancel}
    </Button>
  )
}

/**
 * Whether a person has typed or chosen something in the form of a dialog, as long as that form is shown: what code sets, and what
 * is searched for outside of a form, does not count.
 */
function useTyped() {
  const typedIn = useRef<Element>(null)
  const note = ({ target, currentTarget }: SyntheticEvent) => {
    const form = target instanceof Element && target.closest('form')
    // React hands on what happens in a dialog above this one, which asks for itself.
    if (form && currentTarget.contains(form)) typedIn.current = form
  }
  return {
    hasTyped: () => typedIn.current?.isConnected === true,
    onInput: note,
    // What code sets for a person has no event of its own: a reason that is chosen by its digit, an option, a day.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.defaultPrevented && event.key.length === 1) note(event)
    },
    onClick: (event: SyntheticEvent) => {
      if (event.target instanceof Element && event.target.closest('[role="option"], td button')) note(event)
    },
  }
}
