import { useUrlState } from '#kit/web/list/url-state.ts'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { ChosenPreview, type Width, widths } from './chosen-panel.tsx'
import classes from './own-window-page.module.css'
import { useFollowed } from './use-own-window.ts'

/** A preview in a window of its own: it shows what the editor of its tab shows, with every key. */
export function OwnWindowPage() {
  const [address] = useUrlState()
  const { shown, isOpen, pick } = useFollowed(address.get('of') ?? '')
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{menuTexts.previewOfShop}</h1>
        {shown && (
          <span role="status">
            <StatusMark tone={isOpen ? 'good' : 'off'}>
              {isOpen ? texts.followsEditor : texts.editorClosed}
            </StatusMark>
          </span>
        )}
      </header>
      {shown ? (
        <ChosenPreview {...shown} startsWith={widthOfWindow} onPicked={pick} isWhole />
      ) : (
        <p className={classes.none}>{texts.nothingToFollow}</p>
      )}
    </div>
  )
}

/** The widest shop that the window shows as large as life. */
function widthOfWindow(): Width {
  return widths.findLast((width) => width <= window.innerWidth) ?? 390
}
