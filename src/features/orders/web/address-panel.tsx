import { provinceName } from '#kit/contract/pakistan-cities.ts'
import type { OrderDetail } from '../contract.ts'

/** The delivery address of an order; each line has the text direction of its own words. */
export function AddressPanel({ order }: { order: OrderDetail }) {
  const place = [order.city, provinceName(order.province)].filter(Boolean).join(', ')
  const lines = [order.address, order.area, order.landmark && `Near ${order.landmark}`, place]
  return lines.filter(Boolean).map((line) => (
    <p key={line} dir="auto">
      {line}
    </p>
  ))
}
