import { Button, Group, Textarea } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { CancelButton, Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Link } from '#kit/web/link.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { RequestDraft, requestLimits, support } from '../contract.ts'
import { texts } from '../texts.ts'
import { FilesPanel } from './files-panel.tsx'
import { myRequestRecord } from './links.ts'
import classes from './support-panel.module.css'
import { useFiles } from './use-files.ts'
import { type Screenshot, useScreenshot } from './use-screenshot.ts'

/** Report a problem: text, the screen behind the dialog, a masked screenshot, and files. */
export function ReportDialog({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const show = useToast()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState('')
  const [isSending, setSending] = useState(false)
  // The dialog stays open while the person goes on elsewhere in another tab; the screen is the one it was opened on.
  const [screen] = useState(screenAtHand)
  const files = useFiles()
  const screenshot = useScreenshot()
  const submit = useCommand(support.submit)
  const errors = fieldErrors(submit.error ?? undefined)
  const isPending = isSending || submit.isPending
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const checked = RequestDraft.shape.text.safeParse(text)
    setWrong(checked.success ? '' : (checked.error.issues[0]?.message ?? ''))
    if (!checked.success || isPending) return
    setSending(true)
    const screenshot_id = await screenshot.send().catch(() => undefined)
    setSending(false)
    if (screenshot_id === undefined) return
    submit.mutate(
      {
        input: {
          ...{ kind: 'report', text: checked.data, screen, last_request_id: requestId },
          ...{ screenshot_id, file_ids: files.ids },
        },
      },
      {
        onSuccess: (made) => {
          onClose()
          show({
            message: texts.reportSent({
              number: made.number,
              link: (words) => <Link href={myRequestRecord(made)}>{words}</Link>,
            }),
          })
        },
      },
    )
  }
  return (
    <Dialog
      title={texts.reportAProblem}
      size="lg"
      isHeld={isPending}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={(event) => void send(event)} noValidate>
        {submit.error && !errors.text && <ChangeFailure error={submit.error} />}
        <Textarea
          label={texts.whatHappened}
          description={texts.whatHappenedHint}
          data-autofocus
          dir="auto"
          rows={5}
          maxLength={requestLimits.textLength}
          value={text}
          error={wrong || errors.text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ScreenshotPart screenshot={screenshot} />
        <FilesPanel files={files} />
        <p className={classes.quiet}>{texts.sentWithReport({ screen })}</p>
        <Group justify="flex-end" gap="xs">
          <CancelButton isOff={isPending} />
          <CommandButton type="submit" isPending={isPending} disabled={files.isUploading}>
            {texts.sendReport}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}

function ScreenshotPart({ screenshot }: { screenshot: Screenshot }) {
  const { src, isTaking, failure, take, remove } = screenshot
  return (
    <div className={classes.screenshot}>
      {src ? (
        <>
          <img src={src} alt={texts.screenshotOfScreen} />
          <Button variant="default" size="xs" onClick={remove}>
            {texts.removeScreenshot}
          </Button>
        </>
      ) : (
        <CommandButton
          variant="default"
          size="xs"
          color="gray"
          leftSection={<IconCamera size={15} aria-hidden="true" />}
          isPending={isTaking}
          onClick={take}
        >
          {texts.addScreenshot}
        </CommandButton>
      )}
      <p className={classes.quiet}>{texts.screenshotHint}</p>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </div>
  )
}

/** The path of the screen with the id of its record; what is searched or filtered there may name people. */
function screenAtHand(): string {
  const { pathname, search } = window.location
  const id = new URLSearchParams(search).get('id')
  return id ? `${pathname}?id=${encodeURIComponent(id)}` : pathname
}
