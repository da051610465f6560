import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { VersionsPanel } from '#kit/web/versions/versions-panel.tsx'
import { type LetterDetail, letters } from '../contract.ts'
import { texts } from '../texts.ts'

const VersionDialog = lazyOf(() => import('./version-dialog.tsx'), 'LetterVersionDialog')

const actionWords: Readonly<Record<string, string>> = {
  edit: texts.edited,
  'restore original': texts.originalRestored,
  'restore version': texts.versionWasRestored,
}

/** The versions of a letter. */
export function LetterVersions({ letter, isUnsaved }: { letter: LetterDetail; isUnsaved: boolean }) {
  const count = letter.version_count
  const found = useEndpoint(letters.versions, { id: letter.id }, { enabled: count > 0 })
  return (
    <VersionsPanel of={found} count={count} actionWords={actionWords} none={texts.noVersions}>
      {(number, onClose) => (
        <VersionDialog letter={letter} number={number} isUnsaved={isUnsaved} onClose={onClose} />
      )}
    </VersionsPanel>
  )
}
