import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type LetterDetail, letters } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './letter-panel.module.css'

/** Loaded on demand, because most visits compare nothing. */
const VersionDialog = lazyOf(() => import('./version-dialog.tsx'), 'VersionDialog')

const actionWords: Readonly<Record<string, string>> = {
  edit: texts.edited,
  'restore original': texts.originalRestored,
  'restore version': texts.versionWasRestored,
}

/** The versions of a letter, each of which can be compared with the letter now and restored. */
export function VersionsPanel({ letter, isUnsaved }: { letter: LetterDetail; isUnsaved: boolean }) {
  const [open, setOpen] = useState<number | null>(null)
  const hasVersions = letter.version_count > 0
  const found = useEndpoint(letters.versions, { id: letter.id }, { enabled: hasVersions })
  return (
    <SideCard title={texts.versions}>
      <ReadFailure of={found} what={texts.versionsCouldNot} />
      {!hasVersions && <p className={classes.quiet}>{texts.noVersions}</p>}
      {hasVersions && found.isPending && <p className={classes.quiet}>{texts.loading}</p>}
      <ol className={classes.versions}>
        {found.data?.map(({ number, action, saved_at, saved_by_name }) => (
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
      {letter.version_count > 100 && <p className={classes.quiet}>{texts.olderVersions}</p>}
      <Suspense fallback={null}>
        {open !== null && (
          <VersionDialog letter={letter} number={open} isUnsaved={isUnsaved} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </SideCard>
  )
}
