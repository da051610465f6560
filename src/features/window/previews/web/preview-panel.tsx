import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { Answers, Content, PageName, Picked } from '#features/window/contract.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { texts } from '../texts.ts'
import { ChosenPreview, type Width } from './chosen-panel.tsx'
import classes from './preview-panel.module.css'
import { useAnswers } from './use-answers.ts'
import { useOwnWindow } from './use-own-window.ts'

/**
 * A page of the shop beside its editor, in the width, look and direction that are chosen; a click in it names the part. The
 * page can be shown in a window of its own too, which follows what is typed.
 */
export function PreviewPanel({
  content,
  page,
  answers,
  focus,
  focusItem,
  startsWith,
  onPicked,
}: {
  content: Content | undefined
  page: PageName
  /** What the page shows beside the content; what shoppers are answered, if nothing is given. */
  answers?: Answers
  /** The section that is scrolled into view. */
  focus?: string
  /** The entry of that section. */
  focusItem?: string
  startsWith: Width
  onPicked?: (picked: Picked) => void
}) {
  const live = useAnswers(page, content)
  const shown = { page, answers: answers ?? live.answers, focus, focusItem }
  const open = useOwnWindow(content ? { content, ...shown } : null, onPicked)
  return (
    <section className={classes.panel} aria-label={texts.preview}>
      {!answers && <ReadFailure of={live.read} what={texts.answersNotLoaded} />}
      <ChosenPreview
        content={content}
        {...shown}
        // On a phone a wide shop would be too small to read.
        startsWith={() => (matchMedia('(width < 48em)').matches ? 390 : startsWith)}
        onPicked={onPicked}
      >
        <ActionIcon
          className={classes.open ?? ''}
          size={30}
          variant="default"
          aria-label={texts.openInNewWindow}
          title={texts.openInNewWindow}
          onClick={open}
        >
          <IconExternalLink size={16} aria-hidden="true" />
        </ActionIcon>
      </ChosenPreview>
    </section>
  )
}
