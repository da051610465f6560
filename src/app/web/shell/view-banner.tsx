import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { texts } from '#app/texts.ts'
import { roleList, roleRecord } from '#features/staff/web/links.ts'
import { endView } from '#kit/web/current-user.ts'
import classes from './shell.module.css'

/** Shown above every screen while the user views the product as another role, with a button that ends the view. */
export function ViewBanner({ role }: { role: { id: string; name: string } | null }) {
  const stop = () => {
    endView()
    window.location.assign(role ? roleRecord(role) : roleList())
  }
  return (
    <section className={classes.view} aria-label={texts.viewAsARole}>
      <IconEye size={17} aria-hidden="true" />
      <p>
        {role ? texts.viewingAsNamed({ name: <strong dir="auto">{role.name}</strong> }) : texts.viewingAs}
      </p>
      <Button size="compact-sm" variant="default" onClick={stop}>
        {texts.stopViewing}
      </Button>
    </section>
  )
}
