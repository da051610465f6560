import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { type MenuItem, RecordMenu } from '#kit/web/record/record-menu.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type MailingDetail, mailings } from '../contract.ts'
import { mayMove } from '../moves-contract.ts'
import { texts } from '../texts.ts'
import { mailingList, mailingRecord } from './links.ts'
import classes from './mailings.module.css'

/** Loaded on demand, because most visits only read. */
const SendDialog = lazyOf(() => import('./send-dialog.tsx'), 'SendDialog')
const ApproveDialog = lazyOf(() => import('./approve-dialog.tsx'), 'ApproveDialog')

type Asking = 'send' | 'approve' | 'cancel' | 'again' | 'delete'

/** The moves of a group e-mail from where it is. */
export function MailingActions({
  mailing,
  isUnsaved,
}: {
  mailing: MailingDetail
  /** True while there are unsaved changes: sending would send the saved content instead. */
  isUnsaved: boolean
}) {
  const can = useCan()
  const [asking, setAsking] = useState<Asking | null>(null)
  const { status, subject } = mailing
  const close = () => setAsking(null)
  const held = { disabled: isUnsaved, title: isUnsaved ? texts.saveFirst : undefined }
  const items = useMenu(mailing, setAsking)
  return (
    <span className={`${classes.row} ${classes.end}`}>
      {status === 'draft' && can(mailings.test) && <TestButton mailing={mailing} held={held} />}
      {mayMove(status, 'send') && can(mailings.send) && (
        <Button {...held} onClick={() => setAsking('send')}>
          {texts.send}
        </Button>
      )}
      {mayMove(status, 'approve') && can(mailings.approve) && !mailing.needs_another && (
        <Button onClick={() => setAsking('approve')}>{texts.approve}</Button>
      )}
      <MoveButton mailing={mailing} move="pause" />
      <MoveButton mailing={mailing} move="resume" />
      <MoveButton mailing={mailing} move="withdraw" />
      {mayMove(status, 'cancel') && can(mailings.cancel) && (
        <Button variant="default" onClick={() => setAsking('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {mayMove(status, 'again') && mailing.again > 0 && can(mailings.again) && (
        <Button variant="default" onClick={() => setAsking('again')}>
          {texts.sendAgain({ count: mailing.again })}
        </Button>
      )}
      {items.length > 0 && <RecordMenu items={items} />}
      <Suspense fallback={null}>
        {asking === 'send' && <SendDialog mailing={mailing} onClose={close} />}
        {asking === 'approve' && <ApproveDialog mailing={mailing} onClose={close} />}
      </Suspense>
      {asking === 'cancel' && (
        <CommandDialog
          of={mailings.cancel}
          input={{ id: mailing.id }}
          title={texts.cancelTitle({ subject })}
          action={texts.cancelVerb}
          done={texts.isCanceled({ subject })}
          onClose={close}
        >
          {texts.cancelHint({ left: mailing.left })}
        </CommandDialog>
      )}
      {asking === 'again' && (
        <CommandDialog
          of={mailings.again}
          input={{ id: mailing.id }}
          ifMatch={mailing.version}
          title={texts.againTitle({ subject })}
          action={texts.againVerb}
          isDangerous={false}
          done={texts.isSentAgain({ subject })}
          onClose={close}
        >
          {texts.againFailed({ count: mailing.again })}
        </CommandDialog>
      )}
      {asking === 'delete' && (
        <CommandDialog
          of={mailings.remove}
          input={{ id: mailing.id }}
          title={texts.deleteTitle({ subject })}
          action={texts.deleteVerb}
          done={texts.isDeleted({ subject })}
          onDone={() => navigate(mailingList())}
          onClose={close}
        >
          {texts.deleteHint}
        </CommandDialog>
      )}
    </span>
  )
}

function TestButton({
  mailing: { id },
  held,
}: {
  mailing: MailingDetail
  held: { disabled: boolean; title: string | undefined }
}) {
  const show = useToast()
  const test = useCommand(mailings.test)
  return (
    <Button
      variant="default"
      {...held}
      disabled={held.disabled || test.isPending}
      onClick={() =>
        test.mutate(
          { input: { id } },
          {
            onSuccess: ({ address }) => show({ message: texts.testIsSent({ address }) }),
            onError: (error) => show({ message: failedWords(error, texts.testNotSent), tone: 'refused' }),
          },
        )
      }
    >
      {texts.sendTest}
    </Button>
  )
}

const moveWords = {
  pause: { verb: texts.pause, done: texts.isPaused },
  resume: { verb: texts.resume, done: texts.isResumed },
  withdraw: { verb: texts.withdraw, done: texts.isWithdrawn },
} as const

/** A move that loses nothing, and so asks nothing. */
function MoveButton({
  mailing: { id, subject, status },
  move,
}: {
  mailing: MailingDetail
  move: keyof typeof moveWords
}) {
  const can = useCan()
  const show = useToast()
  const command = useCommand(mailings[move])
  const { verb, done } = moveWords[move]
  if (!mayMove(status, move) || !can(mailings[move])) return null
  return (
    <Button
      variant="default"
      disabled={command.isPending}
      onClick={() =>
        command.mutate(
          { input: { id } },
          {
            onSuccess: () => show({ message: done({ subject }) }),
            onError: (error) => show({ message: failedWords(error, texts.actionFailed), tone: 'refused' }),
          },
        )
      }
    >
      {verb}
    </Button>
  )
}

function useMenu(mailing: MailingDetail, ask: (what: Asking) => void): MenuItem[] {
  const can = useCan()
  const show = useToast()
  const duplicate = useCommand(mailings.duplicate)
  const copy = () =>
    duplicate.mutate(
      { input: { id: mailing.id } },
      {
        onSuccess: (made) => {
          navigate(mailingRecord(made))
          show({ message: texts.isCreated({ subject: made.subject }) })
        },
        onError: (error) => show({ message: failedWords(error, texts.actionFailed), tone: 'refused' }),
      },
    )
  return [
    ...(can(mailings.duplicate) ? [{ words: texts.duplicate, onPick: copy }] : []),
    ...(can(mailings.remove) && mailing.status === 'draft'
      ? [{ words: texts.delete, onPick: () => ask('delete'), isDangerous: true }]
      : []),
  ]
}
