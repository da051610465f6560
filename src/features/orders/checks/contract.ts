import { z } from 'zod'
import { grants } from '#features/access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { filledParagraph } from '#kit/contract/text.ts'
import { OrderDetail } from '../contract.ts'
import { OrderChecks, SavedOrderChecks } from './marks-contract.ts'
import { texts } from './texts.ts'

/** The note of the person who checked the marks of an order. */
const CheckNote = z.strictObject({ note: filledParagraph(1_000, texts.noteRequired) })

/** Settings for comparing orders with the listings they name, and the marks that result. */
export const orderChecks = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/order-checks',
    summary: 'What happens to an order whose line items differ from their listings, by case',
    access: grants('General Setting', 'view'),
    answer: SavedOrderChecks,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/order-checks',
    summary: 'Save which differences refuse an order and which only mark it, for new orders',
    access: grants('General Setting', 'configure'),
    body: OrderChecks,
    answer: SavedOrderChecks,
    conditional: true,
    refuses: ['stale'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/check',
    summary: 'Close the open marks of an order with a note: a person has checked them',
    access: grants('Orders', 'act'),
    params: z.strictObject({ id: z.uuid() }),
    body: CheckNote,
    answer: OrderDetail,
    refuses: ['not-found', 'conflict'],
    conditional: 'optional',
  }),
}
