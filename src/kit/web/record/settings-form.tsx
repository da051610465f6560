import { Button } from '@mantine/core'
import { createContext, Fragment, type ReactNode, use, useEffect, useState } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCan } from '../can.tsx'
import { type Result, type Sent, useCommand, useEndpoint } from '../client.tsx'
import { CommandButton } from '../command-button.tsx'
import { ChangeFailure } from '../failure.tsx'
import { fieldErrors } from '../fields/field-errors.ts'
import { isFocusLost } from '../history-moves.ts'
import { Read } from '../read-failure.tsx'
import { useToast } from '../toast.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { ChangedNotice, type Opened, useOpenedRecord } from './opened-record.tsx'
import { RecordSkeleton } from './record-layout.tsx'
import { useSaveKey } from './save-bar.tsx'
import classes from './settings-form.module.css'
import { texts } from './texts.ts'

type Versioned = { version: number }

/** Starts the form again with what is stored. */
const DiscardContext = createContext(() => {})

/** Settings that are read and saved as a whole. The user's input is kept when another person saves. */
export function SettingsOf<E extends Endpoint>({
  of,
  failed,
  children,
}: {
  of: E
  /** Says that the settings could not be loaded. */
  failed: string
  children: (opened: Opened<Result<E> & Versioned>) => ReactNode
}) {
  const found = useEndpoint(of, {} as Sent<E>)
  return (
    <Read of={found} what={failed} skeleton={<RecordSkeleton />}>
      {(data) => <OpenedSettings fresh={data as Result<E> & Versioned}>{children}</OpenedSettings>}
    </Read>
  )
}

function OpenedSettings<T extends Versioned>({
  fresh,
  children,
}: {
  fresh: T
  children: (opened: Opened<T>) => ReactNode
}) {
  const opened = useOpenedRecord(fresh)
  const [discarded, setDiscarded] = useState(0)
  useEffect(() => {
    // The button that was pressed has gone with what it has discarded.
    if (discarded > 0 && isFocusLost()) document.querySelector('main')?.focus({ preventScroll: true })
  }, [discarded])
  // The key starts the form again with the version that the user chose to see, and without what was discarded.
  return (
    <DiscardContext value={() => setDiscarded((times) => times + 1)}>
      <Fragment key={`${opened.record.version} ${discarded}`}>{children(opened)}</Fragment>
    </DiscardContext>
  )
}

/**
 * The state of a form for settings: what is unsaved, what was refused, and how the draft is saved. `isChecked` checks the
 * draft by the schema of the call before it is sent; what is wrong with a field is then told at the field alone.
 */
export function useSettings<E extends Endpoint>(
  opened: Opened<Versioned>,
  endpoint: E,
  { draft, saved, isChecked = false }: { draft: Sent<E>; saved: string; isChecked?: boolean },
) {
  const show = useToast()
  const mayChange = useCan()(endpoint)
  const save = useCommand(endpoint)
  const [begun] = useState(() => JSON.stringify(draft))
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const isUnsaved = JSON.stringify(draft) !== begun
  const errors = { ...fieldErrors(save.error ?? undefined), ...wrong }
  return {
    opened,
    mayChange,
    isUnsaved,
    isPending: save.isPending,
    error: isChecked && Object.keys(errors).length > 0 ? null : save.error,
    errors,
    guard: useLeaveGuard(isUnsaved && !save.isSuccess),
    save: () => {
      const refused = isChecked && endpoint.body?.safeParse(draft).error
      setWrong(refused ? fieldErrors(refused.issues) : {})
      if (refused) return
      save.mutate(
        { input: draft, ifMatch: opened.record.version },
        {
          onSuccess: (answer) => {
            show({ message: saved })
            opened.made((answer as Versioned).version)
          },
        },
      )
    },
  }
}

/** The page of settings: title, introduction, notices, the fields, and Save and Discard for users who may change them. */
export function SettingsForm({
  settings,
  title,
  introduction,
  label,
  error = settings.error,
  isOff = !settings.isUnsaved || settings.opened.hasChanged,
  isWide = false,
  actions,
  after,
  onSave = settings.save,
  children,
}: {
  settings: Omit<ReturnType<typeof useSettings>, 'errors'>
  title: string
  introduction: string
  /** The name of the card with the fields. */
  label: string
  error?: Error | null
  /** Disables Save; by default, while nothing is unsaved or another person has saved. */
  isOff?: boolean
  isWide?: boolean
  /** Further buttons beside Save. */
  actions?: ReactNode
  /** Shown below the buttons. */
  after?: ReactNode
  onSave?: () => void
  children: ReactNode
}) {
  const { opened, guard, isPending, isUnsaved, mayChange } = settings
  const discard = use(DiscardContext)
  useSaveKey(mayChange, () => {
    if (isUnsaved && !isOff && !isPending) onSave()
  })
  return (
    <div className={classes.page} data-wide={isWide || undefined}>
      <h1>{title}</h1>
      <p className={classes.quiet}>{introduction}</p>
      {opened.hasChanged && !isPending && <ChangedNotice onShow={() => guard.ask(opened.showPresent)} />}
      {error && <ChangeFailure error={error} />}
      {/* The form begins again with what was saved, so nothing can be typed that the save would lose. */}
      <section className={`box ${classes.card}`} aria-label={label} inert={isPending}>
        {children}
      </section>
      {mayChange && (
        <div className={classes.bar}>
          <CommandButton isPending={isPending} disabled={isOff} onClick={onSave}>
            {texts.save}
          </CommandButton>
          {isUnsaved && (
            <Button variant="default" disabled={isPending} onClick={discard}>
              {texts.discard}
            </Button>
          )}
          {actions}
        </div>
      )}
      {after}
      {guard.dialog}
    </div>
  )
}
