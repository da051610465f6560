import { lazy, Suspense, useEffect, useState } from 'react'
import { DecisionBar } from '#features/decisions/web/decision-bar-panel.tsx'
import { UndoPanel, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { NotedTimeline } from '#features/notes/web/notes-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { Comparison } from '#kit/web/comparison.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { ChangedNotice, useOpenedRecord } from '#kit/web/opened-record.tsx'
import { RecordOf } from '#kit/web/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record-layout.tsx'
import { type ProductReview, productMoves, products } from '../contract.ts'
import { ProductMenu } from './menu-panel.tsx'
import { fieldFormats, fieldLabels, RecordPanel } from './record-panel.tsx'
import { ProductStatusMark } from './status-panel.tsx'
import { VisibilityPanel } from './visibility-panel.tsx'

const back = { href: '/products-all-products', label: 'All Pending Products' }

const ReasonDialog = lazy(async () => ({
  default: (await import('#features/decisions/web/reason-dialog.tsx')).ReasonDialog,
}))
const loadSuccess = () => import('#features/decisions/web/success-dialog.tsx')
const SuccessDialog = lazy(async () => ({ default: (await loadSuccess()).SuccessDialog }))

/** The review of one listing: what it says, and the decision. */
export function ReviewPage() {
  return (
    <RecordOf of={products.get} none={{ noun: 'product', back }}>
      {(product) => <Review product={product} />}
    </RecordOf>
  )
}

/** What is asked for, on the version that was read when it was asked. */
interface Asking {
  verb: 'reject' | 'request'
  version: number
}

function Review({ product: fresh }: { product: ProductReview }) {
  const opened = useOpenedRecord(fresh)
  const product = opened.record
  const { id } = product
  const can = useCan()
  const own = ({ version }: { version: number }) => opened.made(version)
  const approve = useCommand(products.approve, own)
  const reject = useCommand(products.reject, own)
  const request = useCommand(products.requestUpdate, own)
  const undo = useTakeBack(products.undo, own)
  const resend = useCommand(products.resendMessage)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [decided, setDecided] = useState<ProductReview | null>(null)
  // It is there by the time somebody has decided.
  useEffect(() => void loadSuccess(), [])
  const next = useEndpoint(products.listPending, { list: 'pending', limit: 2 }, { enabled: decided !== null })
  const nextRow = next.data?.rows.find((row) => row.id !== id)
  // A dialog shows its own; what comes in after it was closed must not get lost.
  const failure = approve.error ?? resend.error ?? (asking ? null : (reject.error ?? request.error))
  const may = (verb: keyof typeof productMoves) =>
    can(products.approve) && (productMoves[verb].from as readonly string[]).includes(product.status)
  const isOpen = may('approve') || may('reject') || may('request_update')
  const isPending = approve.isPending || reject.isPending || request.isPending
  const onSuccess = (answer: ProductReview) => {
    setAsking(null)
    setDecided(answer)
  }
  const ask = (verb: Asking['verb']) => {
    for (const command of [approve, reject, request]) command.reset()
    setAsking({ verb, version: product.version })
  }
  const takeBack = (decisionId: string) => {
    setDecided(null)
    void undo.takeBack(id, decisionId)
  }
  const hasChanged = opened.hasChanged && !isPending && !undo.isPending
  return (
    <>
      <RecordLayout
        back={back}
        title={product.product_name}
        status={
          <>
            <ProductStatusMark product={product} />
            <ProductMenu product={product} onTurned={opened.made} />
          </>
        }
        main={
          <>
            {hasChanged && <ChangedNotice noun="product" onShow={opened.showPresent} />}
            {failure && <ChangeFailure error={failure} />}
            {!decided && can(products.undo) && (
              <UndoPanel
                decision={product.decision}
                status={product.status}
                isPending={undo.isPending}
                onUndo={takeBack}
              />
            )}
            {product.status === 'approved' && (
              <SideCard title="This product was approved">
                <Link href={`/single-product/approved?id=${id}`}>Open the product</Link>
              </SideCard>
            )}
            {product.status_reason && (
              <SideCard title={product.status === 'changes_requested' ? 'What was asked for' : 'Reason'}>
                <p dir="auto">{product.status_reason}</p>
              </SideCard>
            )}
            {product.resubmission.length > 0 && (
              <SideCard title={`Changed with submission ${product.submission_number}`}>
                <Comparison fields={product.resubmission} labels={fieldLabels} formats={fieldFormats} />
              </SideCard>
            )}
            <RecordPanel key={product.version} product={product} />
          </>
        }
        side={
          <>
            <VisibilityPanel product={product} onTurned={opened.made} />
            <MessagesPanel
              messages={product.messages}
              canResend={can(products.resendMessage)}
              onResend={(message_id) => resend.mutate({ input: { id, message_id } })}
            />
            <NotedTimeline
              kind="product"
              subjectId={product.id}
              entries={product.history}
              labels={fieldLabels}
              formats={fieldFormats}
            />
          </>
        }
        bar={
          isOpen && (
            <DecisionBar
              canApprove={may('approve') && !hasChanged}
              canRequest={may('request_update') && !hasChanged}
              canReject={may('reject') && !hasChanged}
              isPending={isPending}
              onApprove={() => approve.mutate({ input: { id }, ifMatch: product.version }, { onSuccess })}
              onRequest={() => ask('request')}
              onReject={() => ask('reject')}
            />
          )
        }
      />
      {asking?.verb === 'reject' && (
        <Suspense fallback={null}>
          <ReasonDialog
            title="Reject product?"
            text="The vendor reads this reason and may change the product and hand it in again."
            label="Reason"
            verb="Reject product"
            isDangerous
            isPending={reject.isPending}
            error={reject.error}
            onClose={() => setAsking(null)}
            onSend={(reason) =>
              reject.mutate({ input: { id, reason }, ifMatch: asking.version }, { onSuccess })
            }
          />
        </Suspense>
      )}
      {asking?.verb === 'request' && (
        <Suspense fallback={null}>
          <ReasonDialog
            title="Request an update?"
            text="The product goes back to the vendor with your note and returns here when it is answered."
            label="What needs to change"
            verb="Request update"
            isPending={request.isPending}
            error={request.error}
            onClose={() => setAsking(null)}
            onSend={(reason) =>
              request.mutate({ input: { id, reason }, ifMatch: asking.version }, { onSuccess })
            }
          />
        </Suspense>
      )}
      {decided && (
        <Suspense fallback={null}>
          <SuccessDialog
            title={titles[decided.status] ?? 'Decided'}
            text={`${decided.product_name}: the message leaves when the time to undo has passed.`}
            decision={decided.decision}
            link={{ href: '/products-all-products', label: 'Back to All Pending Products' }}
            nextHref={
              nextRow ? `/single-product/pending?id=${nextRow.id}` : next.isPending ? undefined : null
            }
            onUndo={() => decided.decision && takeBack(decided.decision.id)}
            onClose={() => setDecided(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const titles: Partial<Record<ProductReview['status'], string>> = {
  approved: 'Product approved',
  rejected: 'Product rejected',
  changes_requested: 'Update requested',
}
