import type { ReactNode } from 'react'
import { signIn } from '#features/identity/session/web/links.ts'
import classes from '#kit/web/door.module.css'
import { Link } from '#kit/web/link.tsx'
import { LiveAlert } from '#kit/web/live-alert.tsx'
import { Mark } from '#kit/web/mark.tsx'
import { texts } from '../texts.ts'

/** The card of a screen that needs no sign-in: its title, its failure, and a link to the sign-in. */
export function Door({
  title,
  text,
  failure,
  children,
}: {
  title: string
  text?: ReactNode
  failure?: string
  children?: ReactNode
}) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Mark size={36} />
          <div>
            <h1>{title}</h1>
            <p>{texts.munshi}</p>
          </div>
        </div>
        {text && <p className={classes.words}>{text}</p>}
        <LiveAlert failure={failure} />
        {children}
        <Link href={signIn()} className={classes.way}>
          {texts.goToSignIn}
        </Link>
      </div>
    </main>
  )
}
