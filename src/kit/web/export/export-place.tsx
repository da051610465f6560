import { Button } from '@mantine/core'
import classes from './export-place.module.css'

/** Reserves the space of the export button while its code loads, so that the elements next to it do not move. */
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
