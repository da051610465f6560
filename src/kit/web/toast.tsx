import { Button, CloseButton } from '@mantine/core'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { texts } from './texts.ts'
import classes from './toast.module.css'

export interface Toast {
  /** The message, which may contain a link to the result. */
  message: ReactNode
  tone?: 'good' | 'refused'
  /** The attempted action: a refusal is removed when a new toast about the same action is shown. */
  about?: string
  /** Undoes the action; offered as long as the toast is shown. */
  undo?: () => void
  /** How long the toast is shown, in milliseconds; without it, nine seconds. */
  standsMs?: number
  /** The toast concerns this screen and is removed with it. */
  isOfScreen?: boolean
}

type Show = (toast: Toast) => void

const ToastContext = createContext<Show>(() => {})
const standsMs = 9_000
const mostAtOnce = 3

export function useToast(): Show {
  return useContext(ToastContext)
}

/** Shows at most three messages. A message does not expire while the pointer is over it or while it has the focus. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([])
  const next = useRef(0)
  const show = useCallback((toast: Toast) => {
    next.current += 1
    const id = next.current
    setToasts((before) => {
      const isOver = ({ tone, about }: Toast) => tone === 'refused' && about && about === toast.about
      return [...before.filter((one) => !isOver(one)), { ...toast, id }].slice(-mostAtOnce)
    })
  }, [])
  const pathname = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is the reason, whichever it is
  useEffect(() => setToasts((before) => before.filter(({ isOfScreen }) => !isOfScreen)), [pathname])
  const close = useCallback(
    (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      <section className={classes.stack} aria-label={texts.messages}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
      </section>
    </ToastContext>
  )
}

/** Keeps the messages above a bar at the bottom of the screen while the bar is shown. Use as the `ref` of the bar. */
export function liftMessages(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const sizes = new ResizeObserver(() => style.setProperty('--foot', `${bar.offsetHeight}px`))
  sizes.observe(bar)
  return () => {
    sizes.disconnect()
    style.removeProperty('--foot')
  }
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false)
  const close = useRef(onClose)
  close.current = onClose
  const ownMs = toast.standsMs ?? standsMs
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close.current(), ownMs)
    return () => clearTimeout(timer)
  }, [isHeld, ownMs])
  const role = useMemo(() => (toast.tone === 'refused' ? 'alert' : 'status'), [toast.tone])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a message only keeps it, nothing is done by it
    <div
      className={classes.toast}
      data-tone={toast.tone ?? 'good'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p role={role}>{toast.message}</p>
      {toast.undo && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            onClose()
            toast.undo?.()
          }}
        >
          {texts.undo}
        </Button>
      )}
      <CloseButton size="sm" aria-label={texts.closeMessage} onClick={onClose} />
    </div>
  )
}
