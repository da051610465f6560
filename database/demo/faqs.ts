import { seededChance } from './random.ts'
import { before, day } from './times.ts'

/** What shoppers of a marketplace in Pakistan ask, by group. */
const asked: Readonly<Record<string, readonly { title: string; details: string; is_active?: boolean }[]>> = {
  'Orders and delivery': [
    {
      title: 'How long does delivery take?',
      details:
        'Two to three working days in Karachi, Lahore, Islamabad and Rawalpindi, and four to six in all other cities.\n\nOrders placed after 4 pm leave the shop on the next working day.',
    },
    {
      title: 'How much is delivery?',
      details:
        'The price depends on your city and the weight of the parcel, and is shown before you confirm the order. Delivery is free for orders of Rs 10,000 and more.',
    },
    {
      title: 'Can I track my order?',
      details:
        'Yes. As soon as the courier has your parcel, you receive the tracking number by SMS. It also appears under My Orders.',
    },
    {
      title: 'Can I change my address after I have ordered?',
      details:
        'As long as the parcel has not left the shop. Call us with your order number, and we change it for you.',
    },
    {
      title: 'Do you deliver to Gilgit-Baltistan and Azad Kashmir?',
      details: 'Yes, to all districts. Snow can delay parcels between December and March.',
    },
  ],
  Payment: [
    {
      title: 'Can I pay cash on delivery?',
      details:
        'Yes, up to Rs 50,000 in all cities. The courier brings a receipt; please have the amount ready.',
    },
    {
      title: 'Which other ways of payment are there?',
      details:
        'Debit and credit cards, JazzCash, Easypaisa, and a transfer from any bank in Pakistan through Raast.',
    },
    {
      title: 'Is it safe to pay by card?',
      details: 'Your card number goes to the bank alone. Neither we nor the shops ever see it.',
    },
    {
      title: 'Do I get a tax invoice?',
      details: 'Yes, with the parcel. Companies enter their NTN at checkout, and it appears on the invoice.',
      is_active: false,
    },
  ],
  'Returns and refunds': [
    {
      title: 'How do I return something?',
      details:
        'Within seven days of delivery, unused and with its tags. Choose Return under My Orders, and a courier collects the parcel.\n\nUnstitched fabric that was cut cannot be returned.',
    },
    {
      title: 'When do I get my money back?',
      details:
        'Within five working days after the shop has received the return, to the account or wallet that you name. Cash on delivery is refunded to a bank account.',
    },
    {
      title: 'The parcel was damaged. What now?',
      details:
        'Take a picture before you open it and send it to us within 48 hours. We replace the product or refund it.',
    },
    {
      title: 'واپسی کیسے کریں؟',
      details: 'سات دن کے اندر "مائی آرڈرز" میں واپسی کا بٹن دبائیں۔ کوریئر پارسل آپ کے گھر سے لے جائے گا۔',
    },
  ],
  'Selling with us': [
    {
      title: 'How do I open a shop?',
      details:
        'Apply with your CNIC, your NTN and a cheque of your bank account. We check them within two working days.',
    },
    {
      title: 'What does it cost to sell?',
      details: 'There is no monthly fee. A commission is kept of each sale; it depends on the category.',
    },
    {
      title: 'When are sellers paid?',
      details: 'Every week, for orders that were delivered at least seven days ago.',
    },
  ],
}

/** The rows of the frequent questions. */
export function makeFaqs(now: Date): Record<string, unknown>[] {
  const chance = seededChance(8)
  const created = before(now, 40 * day)
  const created_at = created.toISOString()
  return Object.entries(asked).flatMap(([group, questions], place) =>
    questions.map(({ title, details, is_active = true }, index) => ({
      id: chance.idAt(created),
      title,
      details,
      group,
      group_place: place + 1,
      position: index + 1,
      is_active,
      version: 1,
      created_at,
      updated_at: created_at,
    })),
  )
}
