import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { MessagesPanel } from '#features/messages/web/messages-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record-layout.tsx'
import { useUrlState } from '#kit/web/url-state.ts'
import { type ProductReview, products } from '../contract.ts'
import { NoProduct } from './no-product-panel.tsx'
import { RecordPanel } from './record-panel.tsx'
import { RevisionPanel } from './revision-panel.tsx'
import { ProductStatusMark } from './status-panel.tsx'
import { VisibilityPanel } from './visibility-panel.tsx'

/** An approved listing: read-only, with its switch and the edit that may wait. */
export function DetailPage() {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const product = useEndpoint(products.get, { id }, { enabled: id !== '' })
  if (id === '') return <NoProduct />
  if (product.isError && !product.data)
    return <NoProduct error={product.error} onRetry={() => void product.refetch()} />
  if (!product.data || product.isPlaceholderData) return <RecordSkeleton />
  return <Detail key={id} product={product.data} />
}

function Detail({ product }: { product: ProductReview }) {
  const can = useCan()
  const resend = useCommand(products.resendMessage)
  const back = product.available
    ? { href: '/products-approvedproducts', label: 'All Approved Products' }
    : { href: '/products-deactivatedproducts', label: 'Deactivated Products' }
  return (
    <RecordLayout
      back={back}
      title={product.product_name}
      status={<ProductStatusMark product={product} />}
      main={
        <>
          {product.status !== 'approved' && (
            <SideCard title="This product is not approved">
              <Link href={`/single-product/pending?id=${product.id}`}>Open the review</Link>
            </SideCard>
          )}
          {product.revision && <RevisionPanel product={product} revision={product.revision} />}
          <RecordPanel product={product} />
        </>
      }
      side={
        <>
          <VisibilityPanel product={product} />
          <SideCard title="Vendor">
            <Link href={`/vendor-detail/approved?id=${product.vendor.id}`}>{product.shop_name}</Link>
          </SideCard>
          <MessagesPanel
            messages={product.messages}
            canResend={can(products.resendMessage)}
            onResend={(message_id) => resend.mutate({ input: { id: product.id, message_id } })}
          />
          <TimelinePanel entries={product.history} />
        </>
      }
    />
  )
}
