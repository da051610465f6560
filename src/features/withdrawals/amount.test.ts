import { expect, test } from 'vitest'
import { judgeRow, readBankAnswer } from './server/rules.ts'

const sent = { withdrawal_id: 'w', amount: 500_000n, status: 'approved', bank_reference: '' }
const judged = (amount: string) => {
  const [row] =
    readBankAnswer(Buffer.from(`reference;status;bank reference;amount\nW-10001;paid;FT-1;${amount}\n`)) ?? []
  return row ? judgeRow(row, sent) : null
}

test.each(['5000', '5,000', '5000.00', '5000.000', 'Rs 5,000/-', '5,000.00 CR', 'PKR 5,000', '5000 PKR', ''])(
  'the bank’s amount %s is what was sent, or says nothing',
  (amount) => {
    expect(judged(amount)).toEqual({ id: 'w', verdict: 'paid' })
  },
)

test.each(['5.00E+03', '-5000.00', '5,000.00 DR', '(5,000.00)', '5000.005', 'five thousand', '4,999', ','])(
  'the bank’s amount %s is looked at by a person',
  (amount) => {
    expect(judged(amount)).toMatchObject({ outcome: 'differs' })
  },
)
