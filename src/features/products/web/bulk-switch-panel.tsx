import { useState } from 'react'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Product, products } from '../contract.ts'
import { texts } from '../texts.ts'

/**
 * Turns the Available switch of the selected products. The toast offers the undo, even when the rows have left the
 * list.
 */
export function BulkSwitch({
  rows,
  available,
  isSecond = false,
  onDone,
}: {
  rows: readonly Product[]
  available: boolean
  /** Another action on the rows is the first one. */
  isSecond?: boolean
  onDone: () => void
}) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const [isPending, setPending] = useState(false)
  const send = async (ids: string[], to: boolean, isUndo: boolean) => {
    try {
      const outcomes = await call(products.bulkSetAvailable, { ids, available: to })
      const turned = outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
      const refused = outcomes.filter(({ outcome }) => outcome === 'refused').length
      const told = { count: turned.length, refused }
      const message =
        refused > 0
          ? (to ? texts.switchedOnSome : texts.switchedOffSome)(told)
          : (to ? texts.switchedOnCount : texts.switchedOffCount)(told)
      show({
        message,
        ...(isUndo || turned.length === 0 ? {} : { undo: () => void send(turned, !to, true) }),
      })
    } catch (error) {
      show({ message: texts.switchingFailed({ message: (error as Error).message }), tone: 'refused' })
    }
    await refresh(products.bulkSetAvailable)
  }
  const turn = async () => {
    setPending(true)
    await send(
      rows.map(({ id }) => id),
      available,
      false,
    )
    setPending(false)
    onDone()
  }
  return (
    <CommandButton
      size="xs"
      variant={isSecond ? 'default' : 'filled'}
      isPending={isPending}
      onClick={() => void turn()}
    >
      {available ? texts.switchOnSelected : texts.switchOffSelected}
    </CommandButton>
  )
}
