import { allPermissions } from '#features/access/contract.ts'
import type { Chance } from './random.ts'
import type { Person } from './story.ts'
import { before, day } from './times.ts'

/** The password of everybody in the demo. The server refuses to listen beyond loopback while it works. */
export const demoPassword = 'munshi-demo'

const vendorDesk = [
  'Dashboard: view',
  'Vendor Verifications: view',
  'Vendor Verifications: act',
  'Vendor Verifications: decide',
  'Vendor Verifications: reveal',
  'Vendors: view',
]
// What an administrator grants needs a second person to send it.
const orderDesk = [
  'Dashboard: view',
  'Orders: view',
  'Orders: act',
  'Orders: decide',
  'Orders: refund',
  'Customer: view',
]
const catalogueDesk = ['Dashboard: view', 'Products: view', 'Products: act', 'Products: decide']

const staff = [
  {
    role: 'Administrator',
    permissions: [...allPermissions],
    name: 'Ayesha Siddiqui',
    email: 'ayesha@munshi.example',
    phone: '+923004417290',
  },
  {
    role: 'Vendor desk',
    permissions: vendorDesk,
    name: 'Sana Tariq',
    email: 'sana@munshi.example',
    phone: '+923215508341',
  },
  {
    role: 'Catalogue desk',
    permissions: catalogueDesk,
    name: 'Bilal Ahmed',
    email: 'bilal@munshi.example',
    phone: '+923336127745',
  },
  {
    role: 'Order desk',
    permissions: orderDesk,
    name: 'Hina Raza',
    email: 'hina@munshi.example',
    phone: '+923124086537',
  },
]

export interface DemoStaff {
  roles: Record<string, unknown>[]
  people: (Record<string, unknown> & Person)[]
  /** Who decides on vendors and who on products. */
  vendorDesk: Person[]
  catalogueDesk: Person[]
  /** Who grants and sends refunds. */
  orderDesk: Person[]
  /** Who decides on customers. */
  customerDesk: Person[]
  signIns: { email: string; password: string; role: string }[]
}

/** The people of the demo with their roles, still without a password. */
export function makeStaff(chance: Chance, now: Date): DemoStaff {
  const since = before(now, 500 * day)
  const made = staff.map(({ role, permissions, name, email, phone }) => {
    const roleId = chance.idAt(since)
    return {
      role: { id: roleId, name: role, permissions, is_builtin: role === 'Administrator', created_at: since },
      person: {
        id: chance.idAt(since),
        username: name,
        email,
        phone,
        email_verified_at: since,
        role_id: roleId,
        created_at: since,
      },
      signIn: { email, password: demoPassword, role },
    }
  })
  const desk = (role: string) =>
    made
      .filter(({ signIn }) => signIn.role === role || signIn.role === 'Administrator')
      .map(({ person }) => person)
  return {
    roles: made.map(({ role }) => role),
    people: made.map(({ person }) => person),
    vendorDesk: desk('Vendor desk'),
    catalogueDesk: desk('Catalogue desk'),
    orderDesk: desk('Order desk'),
    customerDesk: desk('Administrator'),
    signIns: made.map(({ signIn }) => signIn),
  }
}
