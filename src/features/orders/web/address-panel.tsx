import { provinceName } from '#kit/contract/pakistan-cities.ts'
import type { OrderDetail } from '../contract.ts'

/** Where an order goes, each line in the direction that its own words read. */
export function AddressPanel({ order }: { order: OrderDetail }) {
  const place = [order.city, provinceName(order.province)].filter(Boolean).join(', ')
  const lines = [order.address, order.area, order.landmark && `Near ${order.landmark}`, place]
  return lines.filter(Boolean).map((line) => (
    <p key={line} dir="auto">
      {line}
    </p>
  ))
}
