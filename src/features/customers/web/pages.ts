import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { approvedCustomers, customerDetail, customerDetailToo, pendingCustomers } from './links.ts'

const section = 'Customers'
const access = grants('Customer', 'view')
const detail = {
  title: menuTexts.customer,
  access,
  within: section,
  first: { calls: ['/api/admin/customers/:id'] },
  load: async () => (await import('./detail-page.tsx')).DetailPage,
}

export const customerPages = [
  definePage({
    path: pendingCustomers.path,
    title: menuTexts.pendingCustomersList,
    access,
    menu: {
      section,
      label: menuTexts.pendingCustomersList,
      order: 1,
      waiting: 'customers',
    },
    first: {
      rows: '/api/admin/customers?sort=created_at&list=pending',
      calls: ['/api/admin/customers/counts'],
    },
    load: async () => (await import('./pending-list-page.tsx')).PendingListPage,
  }),
  definePage({
    path: approvedCustomers.path,
    title: menuTexts.approvedCustomersList,
    access,
    menu: { section, label: menuTexts.approvedCustomersList, order: 2 },
    first: { rows: '/api/admin/customers?sort=-withdrawal_at&list=approved' },
    load: async () => (await import('./approved-list-page.tsx')).ApprovedListPage,
  }),
  definePage({ path: customerDetail.path, record: 'customer', ...detail }),
  definePage({ path: customerDetailToo.path, showsAlso: 'customer', ...detail }),
]
