import { Button } from '@mantine/core'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Faq, faqs } from '../contract.ts'
import { texts } from '../texts.ts'

/** Turns the selected questions on or off, all at once; Undo turns back those that were changed. */
export function BulkSwitch({
  rows,
  isOn,
  onDone,
}: {
  rows: readonly Faq[]
  isOn: boolean
  onDone: () => void
}) {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const send = async (ids: string[], is_active: boolean, isUndo = false) => {
    try {
      const changed = await call(faqs.switchAll, { ids, is_active })
      const count = changed.length
      const words = is_active ? texts.switchedOn({ count }) : texts.switchedOff({ count })
      const none = is_active ? texts.allOn : texts.allOff
      show({
        message: count > 0 ? words : none,
        ...(count > 0 && !isUndo ? { undo: () => void send(changed, !is_active, true) } : {}),
      })
    } catch (error) {
      show({ message: failedWords(error, texts.notSwitched), tone: 'refused' })
    }
    await refresh(faqs.switchAll)
  }
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() => {
        void send(
          rows.map(({ id }) => id),
          isOn,
        )
        onDone()
      }}
    >
      {isOn ? texts.turnOn : texts.turnOff}
    </Button>
  )
}
