import { Button } from '@mantine/core'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useCan } from '#kit/web/can.tsx'
import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { offersActions } from '#kit/web/record-actions.ts'
import { type ReleaseDetail, releases } from '../contract.ts'
import { texts } from '../texts.ts'
import { releaseRecord } from './links.ts'
import { MoveDialog } from './move-dialog.tsx'
import classes from './release-panels.module.css'
import { RollBackDialog } from './roll-back-dialog.tsx'
import { TakeOverDialog } from './take-over-dialog.tsx'
import { useSectionAccess } from './use-section-access.ts'

type Asking = 'rollBack' | 'cancel' | 'move' | 'takeOver'

/** What can be done with a release, by its state. */
export function ReleaseActions({ release }: { release: ReleaseDetail }) {
  const can = useCan()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const { id, title, state, is_live, sections } = release
  const may = useSectionAccess()
  const working = release.working.filter(({ section }) => may(section, 'change'))
  const seesAll = sections.every((section) => may(section, 'view'))
  const isScheduled = state === 'scheduled'
  const button = (what: Asking, words: string, isMain = false) => (
    <Button variant={isMain ? 'filled' : 'default'} onClick={() => setAsking(what)}>
      {words}
    </Button>
  )
  return (
    <span ref={offersActions} className={classes.actions}>
      {isScheduled && seesAll && can(releases.change) && button('move', texts.move, true)}
      {isScheduled && can(releases.cancel) && button('cancel', texts.cancelRelease)}
      {working.length > 0 && can(releases.takeOver) && button('takeOver', texts.takeOver)}
      {state === 'published' &&
        !is_live &&
        can(releases.rollBack) &&
        button('rollBack', texts.rollBack, true)}

      {asking === 'rollBack' && (
        <RollBackDialog release={release} onDone={(made) => navigate(releaseRecord(made))} onClose={close} />
      )}
      {asking === 'move' && <MoveDialog release={release} onClose={close} />}
      {asking === 'takeOver' && <TakeOverDialog release={{ ...release, working }} onClose={close} />}
      {asking === 'cancel' && (
        <CommandDialog
          of={releases.cancel}
          input={{ id }}
          title={texts.cancelQuestion({ title })}
          action={texts.cancelRelease}
          done={texts.isCancelled}
          onClose={close}
        >
          {texts.cancelEffects}
        </CommandDialog>
      )}
    </span>
  )
}
