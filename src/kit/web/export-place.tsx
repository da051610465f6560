import { Button } from '@mantine/core'
import classes from './export-place.module.css'

/** Keeps the place of an export while it is loaded: what stands beside it stays where it is. */
export function ExportPlace() {
  return (
    <Button component="span" variant="default" aria-hidden="true" className={classes.place}>
      <span className={classes.icon} />
      Export
    </Button>
  )
}
