import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, NativeSelect } from '@mantine/core'
import { momentOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { MomentField, momentTyped, typedMoment } from '#kit/web/fields/moment-field.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type Finding, isBlocking } from '../checks-contract.ts'
import { type MailingDetail, mailings } from '../contract.ts'
import { texts } from '../texts.ts'
import { AudienceCountPanel } from './audience-panel.tsx'
import classes from './mailings.module.css'

const hourMs = 3_600_000

/** Sends now or at a time, after the checks; a large audience goes to a second person first. */
export function SendDialog({ mailing, onClose }: { mailing: MailingDetail; onClose: () => void }) {
  const show = useToast()
  const { id, subject, audience, content, version } = mailing
  const checks = useEndpoint(mailings.check, { id }, { refetchOnWindowFocus: false })
  const count = useEndpoint(mailings.audience, { audience, is_legal: content.is_legal }).data
  const { command, typed, change, setWrong, field, dialog } = useCommandForm(mailings.send, () => ({
    when: 'now',
    send_at: typedMoment(Date.now() + hourMs),
    isAgain: false,
  }))
  const isLater = typed.when === 'later'
  const isOff = !checks.data || checks.data.some(isBlocking) || count?.recipients === 0
  const submit = () => {
    const send_at = isLater ? momentTyped(typed.send_at) : null
    if (send_at === '') return setWrong({ send_at: texts.momentIsRequired })
    if (send_at && Date.parse(send_at) <= Date.now()) return setWrong({ send_at: texts.momentIsPast })
    const unknown_policy = typed.isAgain ? 'again' : 'leave'
    command.mutate(
      { input: { id, send_at, unknown_policy }, ifMatch: version },
      {
        onSuccess: (sent) => {
          onClose()
          show({
            message:
              sent.status === 'waiting'
                ? texts.isWaiting({ subject })
                : send_at
                  ? texts.isScheduled({ subject, at: momentOf(send_at) })
                  : texts.isStarting({ subject }),
          })
        },
      },
    )
  }
  const verb = count?.needs_second ? texts.askSecond : isLater ? texts.sendLater : texts.sendNow
  return (
    <FormDialog
      {...dialog}
      title={texts.sendTitle({ subject })}
      verb={verb}
      isOff={isOff}
      onClose={onClose}
      onSubmit={submit}
    >
      <NativeSelect
        label={texts.when}
        data={[
          { value: 'now', label: texts.now },
          { value: 'later', label: texts.atATime },
        ]}
        value={typed.when}
        onChange={(event) => change({ when: event.currentTarget.value })}
      />
      {isLater && <MomentField {...field('send_at')} label={texts.startsAt} />}
      <section aria-label={texts.checks}>
        <ReadFailure of={checks} what={texts.checksNotLoaded} />
        {!checks.data && !checks.isError && <p className={classes.quiet}>{texts.checking}</p>}
        {checks.data && <Findings findings={checks.data} />}
      </section>
      <AudienceCountPanel audience={audience} isLegal={content.is_legal} />
      <p className={classes.quiet}>{texts.audienceFreezes}</p>
      <Checkbox
        label={texts.againLabel}
        description={texts.againHint}
        checked={typed.isAgain}
        onChange={(event) => change({ isAgain: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <StatusMark tone="good">{texts.allChecksPassed}</StatusMark>
  return (
    <ul className={classes.findings}>
      {findings.map((finding) => (
        <li key={finding.place + finding.message}>
          <StatusMark tone={isBlocking(finding) ? 'refused' : 'waiting'}>
            {isBlocking(finding) ? texts.blockingOne : texts.warningOne}
          </StatusMark>
          <span>
            <span className={classes.place}>{finding.place}</span>: <bdi>{finding.message}</bdi>
          </span>
        </li>
      ))}
    </ul>
  )
}
