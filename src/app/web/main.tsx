import './before-schemas.ts'
import './language.ts'
import '#kit/web/back-guard.ts'
import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ReasonFields } from '#features/decisions/reasons/web/use-reason-fields.ts'
import { moneyOfVendor } from '#features/money/web/pages.ts'
import { ordersOfVendor } from '#features/orders/web/pages.ts'
import { listingsOfVendor } from '#features/products/web/pages.ts'
import { ClientProvider, createCall } from '#kit/web/client.tsx'
import { forgetCurrentUser, onCurrentUserChange, readCurrentUser, viewedRole } from '#kit/web/current-user.ts'
import { PrefetchContext } from '#kit/web/link.tsx'
import { settleQuestion } from '#kit/web/proof.ts'
import { QueuesContext } from '#kit/web/queue/queue-store.ts'
import { forgetDrafts } from '#kit/web/record/drafts.ts'
import { RecordSections } from '#kit/web/record/section.ts'
import { AllScreens } from '#kit/web/record-screens.ts'
import { theme } from '#kit/web/theme.ts'
import { ToastProvider } from '#kit/web/toast.tsx'
import { pages } from './pages.ts'
import { prefetch } from './prefetch.ts'
import { queues } from './queues.ts'
import { reasonFields } from './reason-fields.ts'
import { loadFirstScreen, Screens } from './router.tsx'
import { ProofQuestion } from './shell/proof-question.tsx'
import './trusted-types.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
setNonce(nonce)

// An earlier version of the product may have installed a service worker that answers from its cache.
void navigator.serviceWorker?.getRegistrations().then((workers) => {
  for (const worker of workers) void worker.unregister()
})

const queries = new QueryClient({
  defaultOptions: {
    // When the connection is back, `readMissed` reads what is seen.
    queries: { staleTime: 15_000, refetchOnWindowFocus: true, refetchOnReconnect: false },
    // A decision that waited for the connection would be sent on what somebody saw long before: it is told at once that
    // nothing was sent.
    mutations: { networkMode: 'always' },
  },
})

const call = createCall({
  current: readCurrentUser,
  viewedRole,
  onUnauthenticated: forgetCurrentUser,
})

// The pending work, the review desk, and the audit log that every command adds to.
const overviews = ['/api/admin/dashboard', '/api/admin/desk', '/api/admin/audit']

// Data that one user has read is not shown to the next user who signs in, and pending calls are not repeated for
// another user. The same user with a new token has signed in again, in this tab or in another, so the pending calls
// continue.
let reader = readCurrentUser()
onCurrentUserChange(() => {
  const user = readCurrentUser()
  if (user?.id !== reader?.id) {
    queries.clear()
    settleQuestion(false)
  } else if (user?.token !== reader?.token) settleQuestion(true)
  // A user whose session has expired finds their drafts after signing in again; another user does not.
  if (user) forgetDrafts(user.id)
  reader = user
})

const recordSections = new Map([['vendor', [listingsOfVendor, ordersOfVendor, moneyOfVendor]]])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root')
const reactRoot = createRoot(root)
// The outline is shown meanwhile, so that the shell comes with its screen.
void loadFirstScreen().then(() =>
  reactRoot.render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <ClientProvider call={call} overviews={overviews}>
            <ToastProvider>
              <AllScreens value={pages}>
                <RecordSections value={recordSections}>
                  <PrefetchContext value={prefetch}>
                    <QueuesContext value={queues}>
                      <ReasonFields value={reasonFields}>
                        <Screens />
                        <ProofQuestion />
                      </ReasonFields>
                    </QueuesContext>
                  </PrefetchContext>
                </RecordSections>
              </AllScreens>
            </ToastProvider>
          </ClientProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
)
