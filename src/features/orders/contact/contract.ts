import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { OrderDetail } from '../contract.ts'
import { ContactChange } from './contact-contract.ts'

/** Who gets an order and where it goes, as staff correct it on the call to the customer. */
export const orderContact = {
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/orders/:id/contact',
    summary:
      'Correct the name, phone, email, address or note of an open order; the address until a part was shipped. Needs If-Match',
    access: grants('Orders', 'act'),
    params: z.strictObject({ id: z.uuid() }),
    body: ContactChange,
    answer: OrderDetail,
    refuses: ['not-found', 'conflict', 'stale'],
    conditional: true,
  }),
}
