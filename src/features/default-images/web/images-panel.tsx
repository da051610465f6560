import { useEndpoint } from '#kit/web/client.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { defaultImages, type ImageSlot } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './images-panel.module.css'
import { type SaveImage, TilePanel } from './tile-panel.tsx'

/** A screen of default images, with a tile for each. */
export function DefaultImages({
  title,
  text,
  tiles,
}: {
  title: string
  text: string
  tiles: readonly { slot: ImageSlot; save: SaveImage }[]
}) {
  const saved = useEndpoint(defaultImages.get, {})
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{title}</h1>
        <p>{text}</p>
      </header>
      {saved.isLoadingError ? (
        <ReadFailure of={saved} what={texts.imagesNotLoaded} />
      ) : (
        <div className={classes.tiles}>
          {tiles.map(({ slot, save }) => (
            <TilePanel key={slot} slot={slot} save={save} media={saved.data?.[slot] ?? null} />
          ))}
        </div>
      )}
    </div>
  )
}
