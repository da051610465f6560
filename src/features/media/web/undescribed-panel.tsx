import { Button } from '@mantine/core'
import { Link } from '#kit/web/link.tsx'
import { texts } from '../texts.ts'
import classes from './used-picture-panel.module.css'

/** Where the words of a picture are written: on another screen, or on this one. */
export type UndescribedPlace = { label: string } & ({ href: string } | { onGo: () => void })

/** Warns of pictures that say nothing to people who cannot see them, with a link to each; nothing if there are none. */
export function UndescribedPictures({ places }: { places: readonly UndescribedPlace[] }) {
  if (places.length === 0) return null
  return (
    <div className={classes.undescribed}>
      <p>{texts.picturesSayNothing({ count: places.length })}</p>
      <ul>
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have the same label, and none of them moves
          <li key={index}>
            {'href' in place ? (
              <Link href={place.href}>{place.label}</Link>
            ) : (
              <Button variant="subtle" size="compact-sm" onClick={place.onGo}>
                {place.label}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
