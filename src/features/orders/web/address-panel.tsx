import { provinceName } from '#kit/contract/pakistan-cities.ts'
import type { OrderDetail } from '../contract.ts'
import { texts } from '../texts.ts'

/** The delivery address of an order; each line has the text direction of its own words. */
export function AddressPanel({ order }: { order: OrderDetail }) {
  const place = [order.city, provinceName(order.province)].filter(Boolean).join(', ')
  // People often write the area into the street, and a courier reads it once.
  const hasArea = order.address.toLowerCase().includes(order.area.toLowerCase())
  const lines = [
    order.address,
    hasArea ? '' : order.area,
    order.landmark && texts.nearLandmark({ landmark: order.landmark }),
    place,
  ]
  return lines.filter(Boolean).map((line) => (
    <p key={line} dir="auto">
      {line}
    </p>
  ))
}
