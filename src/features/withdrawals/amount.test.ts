import { expect, test } from 'vitest'
import { judgeAnswer, readBankAnswer } from './answers/server/bank-answer-reader.ts'

const sent = {
  ...{ withdrawal_id: 'w', owner_id: 'o', amount: 500_000n, status: 'approved', bank_reference: '' },
  ...{ is_returned: false, closed_by_name: '', is_in_file: true },
}
const judged = async (amount: string) => {
  const text = `reference;status;bank reference;amount\nW-10001;paid;FT-1;${amount}\n`
  const rows = (await readBankAnswer(Buffer.from(text))) ?? []
  return judgeAnswer(rows, new Map([['W-10001', sent]]), new Map(), new Map())[0]
}

test.each(['5000', '5,000', '5000.00', '5000.000', 'Rs 5,000/-', '5,000.00 CR', 'PKR 5,000', '5000 PKR', ''])(
  'the bank’s amount %s is what was sent, or says nothing',
  async (amount) => {
    expect(await judged(amount)).toMatchObject({ sent, outcome: 'paid', message: '' })
  },
)

test.each(['5.00E+03', '-5000.00', '5,000.00 DR', '(5,000.00)', '5000.005', 'five thousand', '4,999', ','])(
  'the bank’s amount %s is looked at by a person',
  async (amount) => {
    expect(await judged(amount)).toMatchObject({ outcome: 'differs' })
  },
)
