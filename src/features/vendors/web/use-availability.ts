import { useState } from 'react'
import type { CodedReasons } from '#features/decisions/reasons/choice-contract.ts'
import type { Saying } from '#features/decisions/reasons/web/reasons-dialog.tsx'
import { useIsOwn } from '#features/decisions/web/undo-panel.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { useDrafts } from '#kit/web/dialog/use-drafts.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type VendorReview, vendors } from '../contract.ts'
import { texts } from '../texts.ts'

type Ending = 'disable' | 'close'

/** Disabling, enabling and closing a vendor; each can be undone from its message. */
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
  const isOwn = useIsOwn()
  const { draftOf, forget } = useDrafts<Record<Ending, Saying>>('availability')
  const settle = (vendor: VendorReview) => {
    forget()
    onMade(vendor)
  }
  const calls = {
    disable: useCommand(vendors.disable, settle),
    close: useCommand(vendors.close, settle),
  }
  const enable = useCommand(vendors.enable, onMade)
  const [asked, setAsked] = useState<Ending | null>(null)
  const send = { ifMatch: version }
  const done = (message: string) => ({
    onSuccess: (answer: VendorReview) => {
      const { decision } = answer
      setAsked(null)
      if (!isOwn(answer)) return
      show({ message, ...(decision ? { undo: () => onUndo(decision.id) } : {}) })
    },
  })
  const words = {
    disable: {
      title: texts.disableVendorQuestion,
      text: texts.disableEffects({ approved }),
      verb: texts.disableVendor,
    },
    close: { title: texts.closeVendorQuestion, text: texts.closeEffects, verb: texts.closeVendor },
  }
  const said = { disable: texts.vendorDisabled({ approved }), close: texts.vendorClosed }
  return {
    isPending: calls.disable.isPending || calls.close.isPending || enable.isPending,
    isEnabling: enable.isPending,
    error: enable.error ?? (asked ? null : (calls.disable.error ?? calls.close.error)),
    enable: () => enable.mutate({ input: { id }, ...send }, done(texts.enabled({ approved }))),
    ask: (ending: Ending) => {
      calls[ending].reset()
      setAsked(ending)
    },
    /** The dialog that asks for the reasons; null while it is closed. */
    dialog: asked
      ? {
          ...words[asked],
          letter: { call: vendors.letter, id, verb: asked },
          draft: draftOf(asked),
          isPending: calls[asked].isPending,
          error: calls[asked].error,
          onClose: () => setAsked(null),
          onSend: (reasons: CodedReasons) =>
            calls[asked].mutate({ input: { id, ...reasons }, ...send }, done(said[asked])),
        }
      : null,
  }
}
