import { Button } from '@mantine/core'
import { useState } from 'react'
import { recentMomentOf } from '#kit/contract/words.ts'
import classes from './draft-notices.module.css'
import type { KeptDraft } from './kept-draft.ts'
import { texts } from './texts.ts'

/** The number of drafts shown before the user asks for the others. */
const firstShown = 3

/** Offers unsaved drafts, each by its name; renders nothing without drafts. */
function DraftQuestion<T extends { id: string }>({
  drafts,
  nameOf,
  noteOf,
  onRestore,
  onDiscard,
}: {
  drafts: readonly KeptDraft<T>[]
  nameOf: (draft: KeptDraft<T>) => string
  noteOf: (draft: KeptDraft<T>) => string
  onRestore: (id: string) => void
  onDiscard: (id: string) => void
}) {
  const [isWhole, setWhole] = useState(false)
  if (drafts.length === 0) return null
  const shown = isWhole ? drafts : drafts.slice(0, firstShown)
  return (
    <section className={classes.question} aria-label={texts.drafts}>
      {shown.map((draft) => {
        const { id } = draft.values
        const name = nameOf(draft)
        const note = noteOf(draft)
        return (
          <div key={id} className={classes.draft}>
            <div className={classes.words}>
              <strong>{texts.restoreQuestion({ at: recentMomentOf(draft.at) })}</strong>
              {name && (
                <p>
                  <bdi>{name}</bdi>
                </p>
              )}
              {note && <p>{note}</p>}
            </div>
            <div className={classes.choice}>
              <Button size="xs" onClick={() => onRestore(id)}>
                {texts.restore}
              </Button>
              <Button size="xs" variant="default" onClick={() => onDiscard(id)}>
                {texts.discardDraft}
              </Button>
            </div>
          </div>
        )
      })}
      {shown.length < drafts.length && (
        <Button
          className={classes.more ?? ''}
          size="compact-xs"
          variant="subtle"
          onClick={() => setWhole(true)}
        >
          {texts.showMore({ drafts: drafts.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

/** States that another tab has taken over this draft, or has saved or discarded it. */
function DraftLost({
  lost,
  onTakeBack,
  onGoOn,
}: {
  lost: 'taken' | 'gone'
  onTakeBack: () => void
  onGoOn: () => void
}) {
  return (
    <section className={classes.question} aria-label={texts.draftInAnotherTab}>
      <div className={classes.draft}>
        <div className={classes.words} role="alert">
          <strong>{lost === 'taken' ? texts.draftTaken : texts.draftGone}</strong>
          <p>{texts.draftNotKept}</p>
        </div>
        <div className={classes.choice}>
          {lost === 'taken' && (
            <Button size="xs" onClick={onTakeBack}>
              {texts.continueHere}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onGoOn}>
            {texts.keepAsNewDraft}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Offers unsaved drafts by name, and states when another tab has taken over the current draft. */
export function DraftNotices<T extends { id: string }>({
  draft,
  nameOf,
  noteOf,
  onRestore,
  onTakeBack,
  onGoOn,
}: {
  draft: {
    lost: '' | 'taken' | 'gone'
    found: readonly KeptDraft<T>[]
    discard: (id: string) => void
  }
  /** The name of a draft; empty if it belongs to the open record. */
  nameOf: (values: T) => string
  /** Describes how the record has changed since this version. */
  noteOf: (version: number) => string
  onRestore: (id: string) => void
  onTakeBack: () => void
  onGoOn: () => void
}) {
  return (
    <>
      {draft.lost && <DraftLost lost={draft.lost} onTakeBack={onTakeBack} onGoOn={onGoOn} />}
      <DraftQuestion
        drafts={draft.found}
        nameOf={({ values }) => nameOf(values)}
        noteOf={({ version }) => noteOf(version)}
        onRestore={onRestore}
        onDiscard={draft.discard}
      />
    </>
  )
}
