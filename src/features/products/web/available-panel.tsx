import { useCan } from '#kit/web/can.tsx'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { SwitchCell } from '#kit/web/list/switch-cell.tsx'
import { products } from '../contract.ts'
import { texts } from '../texts.ts'

/** Turns a product on or off. For an approved product, this also moves the product between the lists. */
export function AvailableSwitch({
  product,
  onTurned,
}: {
  product: { id: string; product_name: string; available: boolean; version: number }
  /** Receives the version that the switch has created. */
  onTurned?: (version: number) => void
}) {
  const can = useCan()
  const call = useCall()
  const refresh = useRefresh()
  return (
    <SwitchCell
      label={texts.productAvailable({ productName: product.product_name })}
      isOn={product.available}
      version={product.version}
      disabled={!can(products.setAvailable)}
      words={{ on: texts.on({ name: product.product_name }), off: texts.off({ name: product.product_name }) }}
      save={async (available, version) => {
        const answer = await call(products.setAvailable, { id: product.id, available }, { ifMatch: version })
        onTurned?.(answer.version)
        // The list is reloaded after the toast has been seen, because a row that disappears under the pointer cannot be
        // undone.
        setTimeout(() => void refresh(products.setAvailable), 1500)
        return { isOn: answer.available, version: answer.version }
      }}
      onFailure={() => void refresh(products.setAvailable)}
    />
  )
}
