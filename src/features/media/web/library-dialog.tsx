import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { Search } from '#kit/web/list/list-search.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import type { Media } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './library-dialog.module.css'
import { useLibrary } from './use-library.ts'

/** Chooses a picture of the library: newest first, searched by name and description, read on as it is scrolled. */
export function LibraryDialog({
  onChoose,
  onClose,
}: {
  onChoose: (picture: Media) => void
  onClose: () => void
}) {
  const [q, setQ] = useState('')
  const { query, pictures } = useLibrary(q)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const more = useSeen(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  })
  return (
    <Dialog title={texts.choosePicture} onClose={onClose} size="xl">
      <div className={classes.chooser}>
        <div className={classes.search}>
          <Search ref={null} label={texts.searchPictures} value={q} onAsk={setQ} />
        </div>
        <ReadFailure of={query} what={texts.libraryNotLoaded} />
        {pictures?.length === 0 && (
          <p className={classes.quiet}>{q ? texts.nothingFound : texts.noPicturesYet}</p>
        )}
        <ul className={classes.grid} aria-label={texts.library} aria-busy={query.isFetching}>
          {pictures?.map((picture) => (
            <li key={picture.id}>
              <button type="button" className={classes.choice} onClick={() => onChoose(picture)}>
                <span className={classes.frame}>
                  <img src={`/media/${picture.thumbnail}.webp`} alt="" loading="lazy" decoding="async" />
                </span>
                <span className={classes.name}>
                  <bdi>{picture.name}</bdi>
                </span>
                <span className={classes.quiet}>{texts.pixels(picture)}</span>
              </button>
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <Button
            ref={more}
            size="xs"
            variant="default"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage ? texts.loading : texts.showMore}
          </Button>
        )}
        <p className="visually-hidden" role="status">
          {pictures ? texts.found({ count: pictures.length }) : texts.loading}
        </p>
      </div>
    </Dialog>
  )
}

/** Calls `act` whenever the element comes near the visible part of what scrolls. */
function useSeen(act: () => void) {
  const latest = useRef(act)
  latest.current = act
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!element) return
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
    })
    seen.observe(element)
    return () => seen.disconnect()
  }, [element])
  return setElement
}
