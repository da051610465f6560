import { provinceName } from '#kit/contract/pakistan-cities.ts'
import type { OrderDetail } from '../contract.ts'
import { texts } from '../texts.ts'

/** The delivery address of an order; each line has the text direction of its own words. */
export function AddressPanel({ order }: { order: OrderDetail }) {
  const place = [order.city, provinceName(order.province)].filter(Boolean).join(', ')
  const lines = [
    order.address,
    order.area,
    order.landmark && texts.nearLandmark({ landmark: order.landmark }),
    place,
  ]
  return lines.filter(Boolean).map((line) => (
    <p key={line} dir="auto">
      {line}
    </p>
  ))
}
