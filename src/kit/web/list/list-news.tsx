import { Button } from '@mantine/core'
import classes from './list-news.module.css'
import type { News } from './news.ts'
import { texts } from './texts.ts'

/** Tells that a list has changed since its rows were read. They do not change until the reader asks for it. */
export function ListNews({
  news,
  words = (fresh) => texts.showNew({ fresh }),
  onShow,
}: {
  news: News | null
  words?: ((fresh: number) => string) | undefined
  onShow: () => void
}) {
  return (
    <div className={classes.news} role="status">
      {news && (
        <Button variant="light" size="xs" onClick={onShow}>
          {news.fresh > 0 ? words(news.fresh) : texts.showChanges}
        </Button>
      )}
    </div>
  )
}
