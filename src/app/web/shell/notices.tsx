import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { permissionName } from '#features/access/contract.ts'
import type { Access } from '#kit/contract/endpoint.ts'
import { Link } from '#kit/web/link.tsx'
import classes from './notices.module.css'

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.notice}>
      <h1>{title}</h1>
      {children}
    </section>
  )
}

export function NotFoundScreen() {
  return (
    <Notice title="There is no such screen">
      <p>The address may be mistyped, or the screen has moved.</p>
      <Link href="/">Back to the start</Link>
    </Notice>
  )
}

export function DeniedScreen({ access }: { access: Access }) {
  const permission = access.kind === 'area' ? permissionName(access.area, access.action) : 'a session'
  return (
    <Notice title="No access">
      <p>
        This screen needs the permission <strong>{permission}</strong>. Ask an administrator for it.
      </p>
      <Link href="/">Back to the start</Link>
    </Notice>
  )
}

export function NothingAllowedScreen() {
  return (
    <Notice title="Your role opens no screen yet">
      <p>Ask whoever manages roles to give it what you need. It acts without a new sign-in.</p>
      <Link href="/my-account">My Account</Link>
    </Notice>
  )
}

/**
 * Shown for a screen that throws, or whose code no longer exists after an update. Reloading the page loads the current
 * code.
 */
export function ScreenFault({ error }: { error: unknown }) {
  const isMissingChunk = /dynamically imported module|module script/i.test(
    error instanceof Error ? error.message : '',
  )
  return (
    <Notice title={isMissingChunk ? 'Munshi was updated' : 'Something went wrong'}>
      <p>
        {isMissingChunk
          ? 'Load the page again to go on with the new version.'
          : 'This screen cannot be shown.'}
      </p>
      <Button variant="default" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </Notice>
  )
}
