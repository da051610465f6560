import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { endView } from '#kit/web/current-user.ts'
import classes from './shell.module.css'

/** Shown above every screen while the user views the product as another role, with a button that ends the view. */
export function ViewBanner({ role }: { role: { id: string; name: string } | null }) {
  const stop = () => {
    endView()
    window.location.assign(role ? `/managerolesname?id=${role.id}` : '/manageroles')
  }
  return (
    <section className={classes.view} aria-label="View as a role">
      <IconEye size={17} aria-hidden="true" />
      <p>
        {role ? (
          <>
            You see the product as <strong dir="auto">{role.name}</strong> does, as far as you may yourself.
            Nothing is changed meanwhile.
          </>
        ) : (
          'You look at the product as a role sees it.'
        )}
      </p>
      <Button size="compact-sm" variant="default" onClick={stop}>
        Stop viewing
      </Button>
    </section>
  )
}
