import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ScrollArea.css'
import { Modal, type ModalProps } from '@mantine/core'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { guardBack, stayHere } from './back-guard.ts'
import { isFocusLost } from './history-moves.ts'

interface Props extends Omit<ModalProps, 'opened' | 'closeButtonProps'> {
  /** It stays while this is so: what was sent goes on, and closing would lose what became of it. */
  isHeld?: boolean
}

/**
 * A dialog that closes on Escape, on Back and outside. It begins at its first field, or where `data-autofocus` says, and gives the
 * focus back to what had it. Its code and styles come with the first screen that has one.
 */
export function Dialog({ attributes, isHeld = false, onClose, children, ...props }: Props) {
  useFocusBack()
  const close = useRef(onClose)
  close.current = isHeld ? ignore : onClose
  // It has no entry of the history: there is none to be taken away when it closes otherwise, or leads on to another screen.
  useLayoutEffect(
    () =>
      guardBack(() => {
        stayHere()
        close.current()
        return true
      }),
    [],
  )
  const content = useRef<HTMLDivElement>(null)
  return (
    <Modal
      opened
      onClose={() => close.current()}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its head is no banner of the page, which has one.
      attributes={{ header: { role: 'presentation' }, ...attributes }}
      // A title names records: one long word of a name stays in the dialog, and two lines do not touch.
      styles={{ title: { lineHeight: 1.35, overflowWrap: 'anywhere' } }}
      {...props}
    >
      <div ref={content} style={{ display: 'contents' }}>
        <Beginning within={content} />
        {children}
      </div>
    </Modal>
  )
}

/** Marks the first field, or else the first button, as where the library puts the focus: it would take the one that closes. */
function Beginning({ within }: { within: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => {
    const content = within.current
    if (!content || content.querySelector('[data-autofocus]')) return
    const chosen = content.querySelector('input[type="radio"]:checked')
    const field = content.querySelector(fields)
    const first = field?.matches('[type="radio"]') ? (chosen ?? field) : field
    const begin = first ?? content.querySelector('a[href], button:not(:disabled)')
    begin?.setAttribute('data-autofocus', '')
  }, [within])
  return null
}

const fields = ['input:not([type="hidden"], [hidden])', 'select', 'textarea']
  .map((field) => `${field}:not(:disabled, [tabindex="-1"])`)
  .join(', ')

/** What had the focus when the dialogs that stand were opened, the latest one first. */
let openers: readonly Element[] = []

/**
 * Gives the focus back to what had it when a dialog was opened; where that is gone, to what opened the dialog in which it
 * stood, or to the heading of the screen. What has taken the focus meanwhile keeps it.
 */
function useFocusBack(): void {
  const [before] = useState(() => {
    const active = document.activeElement
    const isInDialog = active?.closest('[role="dialog"]')
    return [
      ...(active && active !== document.body ? [active] : []),
      ...(isInDialog || !active ? openers : []),
    ]
  })
  useEffect(() => {
    openers = before
    return () => {
      // The next dialog takes the focus a moment after this one has gone.
      setTimeout(() => {
        if (!isFocusLost()) return
        const isBehind = document.querySelector('[role="dialog"]') !== null
        for (const one of [
          ...before,
          document.querySelector('h1[tabindex]'),
          document.querySelector('main'),
        ]) {
          if (!(one instanceof HTMLElement) || (isBehind && !one.closest('[role="dialog"]'))) continue
          one.focus({ preventScroll: true })
          if (document.activeElement === one) return
        }
      })
    }
  }, [before])
}

function ignore(): void {}
