import { Button } from '@mantine/core'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { mostVersionsListed, type Version } from '#kit/contract/versions.ts'
import { Loading, ReadFailure } from '../read-failure.tsx'
import { SideCard } from '../record/record-layout.tsx'
import { Ago } from '../values.tsx'
import { texts } from './texts.ts'
import classes from './versions-panel.module.css'

/** The versions of what is written, newest first, each of which opens compared with what is there now. */
export function VersionsPanel({
  of,
  count,
  actionWords,
  none,
  children: dialogOf,
}: {
  of: { data: readonly Version[] | undefined } & ComponentProps<typeof ReadFailure>['of']
  /** How many versions there are; the list ends earlier. */
  count: number
  /** What was done, in words; an action that is not among them is shown as it is. */
  actionWords: Readonly<Record<string, string>>
  /** Said where there is no version. */
  none?: string
  /** The dialog that compares a version; loaded on demand, because most visits compare nothing. */
  children: (number: number, onClose: () => void) => ReactNode
}) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <SideCard title={texts.versions}>
      <ReadFailure of={of} what={texts.couldNot} />
      {count === 0 && none && <p className={classes.quiet}>{none}</p>}
      {count > 0 && !of.data && !of.error && <Loading />}
      <ol className={classes.versions}>
        {of.data?.map(({ number, action, saved_at, saved_by_name }) => (
          <li key={number}>
            <span className={classes.words}>
              <strong>{texts.versionOf({ number })}</strong>
              <span className={classes.quiet}>
                {actionWords[action] ?? action} · <bdi>{saved_by_name}</bdi> · <Ago at={saved_at} />
              </span>
            </span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.compareVersion({ number })}
              onClick={() => setOpen(number)}
            >
              {texts.compare}
            </Button>
          </li>
        ))}
      </ol>
      {count > mostVersionsListed && (
        <p className={classes.quiet}>{texts.older({ count: mostVersionsListed })}</p>
      )}
      <Suspense fallback={null}>{open !== null && dialogOf(open, () => setOpen(null))}</Suspense>
    </SideCard>
  )
}
