import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { productCopy, productForm } from '#features/products/entry/web/links.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useCall, useCommand, useRefresh } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type ProductReview, products } from '../contract.ts'
import { texts } from '../texts.ts'

const ConfirmDialog = lazyOf(() => import('#kit/web/dialog/confirm-dialog.tsx'), 'ConfirmDialog')

/** Links to the form that changes a product, with a menu of actions on the whole product. */
export function ProductMenu({
  product,
  isEditing = false,
  onTurned,
}: {
  product: ProductReview
  /** The menu is shown on the form itself. */
  isEditing?: boolean
  /** Receives the version that switching off, or its undo, has created. */
  onTurned?: (version: number) => void
}) {
  const allows = useAllows()
  const show = useToast()
  const call = useCall()
  const refresh = useRefresh()
  const turn = useCommand(products.setAvailable, ({ version }) => onTurned?.(version))
  const [isAsking, setAsking] = useState(false)
  if (!allows(grants('Products', 'act'))) return null
  const { id, product_name: name, available, product_stock, version, is_locked } = product
  const switchOn = async (ifMatch: number) => {
    try {
      const on = await call(products.setAvailable, { id, available: true }, { ifMatch })
      onTurned?.(on.version)
      show({ message: texts.on({ name }) })
    } catch (error) {
      show({ message: (error as Error).message, tone: 'refused' })
    }
    void refresh(products.setAvailable)
  }
  const switchOff = () =>
    turn.mutate(
      { input: { id, available: false }, ifMatch: version },
      {
        onSuccess: (off) => {
          setAsking(false)
          show({ message: texts.off({ name }), undo: () => void switchOn(off.version) })
        },
      },
    )
  return (
    <>
      <RecordMenu
        before={
          !isEditing &&
          !is_locked && (
            <Button size="xs" variant="default" component={Link} href={productForm(product)}>
              {texts.edit}
            </Button>
          )
        }
        items={[
          { words: texts.duplicate, href: productCopy(product) },
          ...(available
            ? [{ words: texts.switchOff, isDangerous: true, onPick: () => setAsking(true) }]
            : []),
        ]}
      />
      {isAsking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={texts.switchOffQuestion({ name })}
            action={texts.switchOffProduct}
            isPending={turn.isPending}
            error={turn.error}
            onClose={() => setAsking(false)}
            onConfirm={switchOff}
          >
            {product.status === 'approved'
              ? texts.switchOffConsequences({ productStock: product_stock })
              : texts.staysOff}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
