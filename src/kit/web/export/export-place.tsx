import { Button } from '@mantine/core'
import classes from './export-place.module.css'

/** Keeps the place of an export, of a view or of what is selected, while it is loaded: what stands beside it stays where it is. */
export function ExportPlace({ isSelection = false }: { isSelection?: boolean }) {
  return (
    <Button
      component="span"
      variant="default"
      aria-hidden="true"
      className={classes.place}
      {...(isSelection ? { size: 'xs' } : {})}
    >
      {isSelection ? (
        'Export selected'
      ) : (
        <>
          <span className={classes.icon} />
          Export
        </>
      )}
    </Button>
  )
}
