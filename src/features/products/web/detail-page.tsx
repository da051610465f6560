import { useChangeDecision } from '#features/decisions/changes/web/deciding-panel.tsx'
import { UndoPanel, useTakeBack } from '#features/decisions/web/undo-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { ChangedNotice, useOpenedRecord } from '#kit/web/record/opened-record.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, SideCard } from '#kit/web/record/record-layout.tsx'
import { ChecksPanel } from '../checks/web/checks-panel.tsx'
import { type ProductPage, products } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { productEdits, RevisionPanel } from '../revisions/web/revision-panel.tsx'
import { VisibilityPanel } from '../shelf/web/visibility-panel.tsx'
import { texts } from '../texts.ts'
import { VendorRecordPanel } from '../trust/web/vendor-record-panel.tsx'
import { ProductHistory } from './history-panel.tsx'
import { approvedProducts, deactivatedProducts, pendingProducts, productReview } from './links.ts'
import { ProductMenu } from './menu-panel.tsx'
import { RecordPanel } from './record-panel.tsx'
import { ProductStatusMark } from './status-panel.tsx'

/** An approved listing: read-only, with its switch and its pending edit, if any. */
export function DetailPage() {
  return (
    <RecordOf
      of={products.get}
      none={{
        title: texts.noProductFound,
        back: { href: pendingProducts(), label: menuTexts.allPendingProducts },
      }}
    >
      {(product) => <Detail product={product} />}
    </RecordOf>
  )
}

function Detail({ product: fresh }: { product: ProductPage }) {
  const opened = useOpenedRecord(fresh)
  const product = opened.record
  const can = useCan()
  const resend = useCommand(products.resendMessage)
  const undo = useTakeBack(products.undo, ({ version }) => opened.madeNext(version))
  const deciding = useChangeDecision(productEdits, opened)
  const hasChanged = deciding.hasChanged && !undo.isPending
  const back = product.available
    ? { href: approvedProducts(), label: menuTexts.allApprovedProducts }
    : { href: deactivatedProducts(), label: menuTexts.deactivatedProducts }
  return (
    <>
      <RecordLayout
        back={back}
        title={product.product_name}
        status={
          <>
            <ProductStatusMark product={product} />
            {deciding.mark}
            <ProductMenu product={product} onTurned={opened.madeNext} />
          </>
        }
        main={
          <>
            {hasChanged && <ChangedNotice onShow={opened.showPresent} />}
            {resend.error && <ChangeFailure error={resend.error} />}
            {deciding.notices}
            {/* Only the last of two decisions is undone from here. */}
            {can(products.undo) && !product.change_decision && (
              <UndoPanel
                decision={product.decision}
                status={product.status}
                isPending={undo.isPending}
                onUndo={(decisionId) => void undo.takeBack(product.id, decisionId)}
              />
            )}
            {product.status !== 'approved' && (
              <SideCard title={texts.notApproved}>
                <Link href={productReview(product)}>{texts.openReview}</Link>
              </SideCard>
            )}
            {product.revision && <RevisionPanel name={product.product_name} revision={product.revision} />}
            <RecordPanel key={product.version} product={product} />
          </>
        }
        side={
          <>
            {deciding.claim}
            <VisibilityPanel product={product} onTurned={opened.madeNext} />
            <ChecksPanel productId={product.id} />
            <VendorRecordPanel product={product} vendor={product.vendor} shopName={product.shop_name} />
            <MessagesPanel
              messages={product.messages}
              canResend={can(products.resendMessage)}
              onResend={(message_id) => resend.mutate({ input: { id: product.id, message_id } })}
            />
            <ProductHistory product={product} />
          </>
        }
        bar={deciding.bar}
      />
      {deciding.dialogs}
    </>
  )
}
