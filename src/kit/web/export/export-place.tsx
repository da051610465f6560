import { Button } from '@mantine/core'
import classes from './export-place.module.css'
import { texts } from './texts.ts'

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
      {!isSelection && <span className={classes.icon} />}
      {isSelection ? texts.exportSelected : texts.export}
    </Button>
  )
}
