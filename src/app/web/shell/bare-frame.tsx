import type { ReactNode } from 'react'
import { texts } from '#app/texts.ts'
import { allows } from '#features/access/contract.ts'
import { session } from '#features/identity/session/contract.ts'
import { PermissionProvider } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Failure } from '#kit/web/failure.tsx'

/** The frame of a screen without menu and bar: it only provides the user's permissions. */
export function BareFrame({ children }: { children: ReactNode }) {
  const account = useEndpoint(session.account, {})
  const permissions = account.data?.permissions
  return (
    <PermissionProvider permissions={permissions} allows={allows}>
      <main id="content" tabIndex={-1}>
        {account.isError && !account.data ? (
          <Failure
            error={account.error}
            answered={texts.serverError}
            what={texts.accountNotLoaded}
            onRetry={() => void account.refetch()}
          />
        ) : (
          account.data && children
        )}
      </main>
    </PermissionProvider>
  )
}
