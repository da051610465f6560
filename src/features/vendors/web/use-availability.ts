import { useState } from 'react'
import type { CodedReasons } from '#features/decisions/reasons/choice-contract.ts'
import { useCommand } from '#kit/web/client.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type VendorReview, vendors } from '../contract.ts'
import { texts } from '../texts.ts'

/** Disabling and enabling a vendor; each can be undone from its message. */
export function useAvailability(
  { id, version, listings: { approved } }: VendorReview,
  {
    onMade,
    onUndo,
  }: {
    /** Receives the vendor after a change. */
    onMade: (vendor: VendorReview) => void
    onUndo: (decisionId: string) => void
  },
) {
  const show = useToast()
  const disable = useCommand(vendors.disable, onMade)
  const enable = useCommand(vendors.enable, onMade)
  const [isAsking, setAsking] = useState(false)
  const send = { ifMatch: version }
  const done = (message: string) => ({
    onSuccess: ({ decision }: VendorReview) => {
      setAsking(false)
      show({ message, ...(decision ? { undo: () => onUndo(decision.id) } : {}) })
    },
  })
  return {
    isPending: disable.isPending || enable.isPending,
    isEnabling: enable.isPending,
    error: enable.error ?? (isAsking ? null : disable.error),
    enable: () => enable.mutate({ input: { id }, ...send }, done(texts.enabled({ approved }))),
    ask: () => {
      disable.reset()
      setAsking(true)
    },
    /** The dialog that asks for the reasons; null while it is closed. */
    dialog: isAsking
      ? {
          isPending: disable.isPending,
          error: disable.error,
          onClose: () => setAsking(false),
          onSend: (said: CodedReasons) =>
            disable.mutate({ input: { id, ...said }, ...send }, done(texts.vendorDisabled({ approved }))),
        }
      : null,
  }
}
