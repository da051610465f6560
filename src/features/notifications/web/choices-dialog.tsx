import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Channel, channels, type NotificationKind, notifications } from '../contract.ts'
import { texts } from '../texts.ts'
import { channelWords, kindWords } from '../words-contract.ts'
import classes from './latest-panel.module.css'

/** How the person is notified of each kind. A choice is saved at once. */
export function ChoicesDialog({ onClose }: { onClose: () => void }) {
  const choices = useEndpoint(notifications.choices, {})
  return (
    <Dialog title={texts.choose} size="lg" onClose={onClose}>
      <p>{texts.chooseHelp}</p>
      <ReadFailure of={choices} what={texts.choicesNotLoaded} />
      <ul className={classes.choices} aria-busy={choices.isPending}>
        {choices.data?.map((one) => (
          <KindChoice key={one.kind} {...one} />
        ))}
      </ul>
    </Dialog>
  )
}

/** One kind: several can be chosen one after the other without waiting. */
function KindChoice({ kind, channel }: { kind: NotificationKind; channel: Channel }) {
  const show = useToast()
  const choose = useCommand(notifications.choose)
  const { label, help } = kindWords[kind]
  return (
    <li>
      <div>
        <strong>{label}</strong>
        <p>{help}</p>
        {choose.error && <ChangeFailure error={choose.error} />}
      </div>
      <Choice
        label={texts.howToNotify({ kind: label })}
        value={channel}
        options={channels.map((value) => ({ value, label: channelWords[value] }))}
        onChoose={(chosen) =>
          choose.mutate(
            { input: { kind, channel: chosen as Channel } },
            { onSuccess: () => show({ message: texts.choiceSaved }) },
          )
        }
      />
    </li>
  )
}
