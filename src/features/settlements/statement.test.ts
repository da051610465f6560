import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatRs } from '#kit/contract/money.ts'
import { judgeRows, type Parcel } from './server/rules.ts'
import { type CourierRow, readStatement, statementHash } from './server/statement-reader.ts'

const read = (text: string) => readStatement(Buffer.from(text))

describe('a statement', () => {
  test('is read by whatever its columns are called, with several fees and taxes added up', async () => {
    const rows = await read(
      'S.No,CN No.,Order Ref,COD Amount (PKR),Delivery Charges,GST,WH Income Tax,WH Sales Tax,Net Payable,Delivery Date\n' +
        '1,LE-1,M-100001,"1,200.00",150,24,12,24,990,12-Nov-2026\n',
    )
    expect(rows).toEqual([
      {
        row: 1,
        trackingNumber: 'LE-1',
        orderReference: 'M-100001',
        day: '12-Nov-2026',
        cash: 120_000n,
        fee: 17_400n,
        tax: 3_600n,
        net: 99_000n,
        fault: '',
      },
    ])
  })

  test('without a fee says it by what is left, and without either there is none', async () => {
    expect((await read('tracking,cash,net\nA1,1200,1050\n'))?.[0]).toMatchObject({ fee: 15_000n, fault: '' })
    expect((await read('tracking,cash\nA1,1200\n'))?.[0]).toMatchObject({ fee: 0n, net: 120_000n, fault: '' })
  })

  describe('with a total beside its fees', () => {
    const head = 'tracking,cod,delivery charges,gst,total charges'
    const only = async (text: string) => (await read(text))?.[0]

    test('counts the total once, with and without a net, and whatever sign the amounts have', async () => {
      const once = { fee: 17_400n, net: 102_600n, fault: '' }
      expect(await only(`${head}\nA1,1200,150,24,174\n`)).toMatchObject(once)
      expect(await only(`${head},net\nA1,1200,150,24,174,1026\n`)).toMatchObject(once)
      expect(await only(`${head}\nA1,1200,-150,-24,(174)\n`)).toMatchObject(once)
      // With the tax withheld, which is no fee.
      expect(await only(`${head},income tax,net\nA1,1200,150,24,174,12,1014\n`)).toMatchObject({
        ...{ fee: 17_400n, tax: 1_200n, net: 101_400n, fault: '' },
      })
    })

    test('takes what the row has: fees without a total, or a total without fees', async () => {
      expect(await only(`${head}\nA1,1200,150,24,-\n`)).toMatchObject({ fee: 17_400n, fault: '' })
      expect(await only(`${head}\nA1,1200,,,174\n`)).toMatchObject({ fee: 17_400n, fault: '' })
      expect(await only('tracking,cod,total charges\nA1,1200,174\n')).toMatchObject({
        fee: 17_400n,
        fault: '',
      })
    })

    test.each([
      ['of fees that have no column of their own', '200,1000', 20_000n],
      ['with the tax withheld', '186,1026', 17_400n],
      ['that is charged beside them', '30,996', 20_400n],
    ])('believes the net about a total %s', async (_, totalAndNet, fee) => {
      expect(await only(`${head},net\nA1,1200,150,24,${totalAndNet}\n`)).toMatchObject({ fee, fault: '' })
    })

    test('guesses at no total that is not the sum of the fees', async () => {
      const words = 'Total charges are Rs\u00a0200, but the fees in this row add up to Rs\u00a0174'
      expect(await only(`${head}\nA1,1200,150,24,200\n`)).toMatchObject({ fee: null, fault: words })
      expect(await only(`${head},net\nA1,1200,150,24,200,1100\n`)).toMatchObject({ fee: null, fault: words })
      // A total that fits beside a net that does not.
      expect((await only(`${head},net\nA1,1200,150,24,174,1100\n`))?.fault).toContain(
        'Cash less fee and tax is',
      )
      expect((await only(`${head}\nA1,1200,150,24,abc\n`))?.fault).toContain(
        'fee in this row is not an amount',
      )
    })
  })

  test('has no totals, but every parcel, also of a consignee whose name begins like a total', async () => {
    const rows = await read(
      'consignee,cn,cod\nTotal Parco Pump,LE-1,1200\nSana,LE-2,300\nTotal,,1500\nGrand Total,Total: 2,1500\n',
    )
    expect(rows?.map(({ trackingNumber }) => trackingNumber)).toEqual(['LE-1', 'LE-2'])
    expect(await read('cn,cod\nLE-1,1200\nTotal,1200\n')).toHaveLength(1)
  })

  test('has fees below zero where its writer takes them off', async () => {
    expect((await read('tracking,cash,fee,net\nA1,1200,-150,1050\n'))?.[0]).toMatchObject({
      fee: 15_000n,
      fault: '',
    })
    expect((await read('tracking,cash,fee,net\nA1,1200,(150),1050\n'))?.[0]).toMatchObject({
      fee: 15_000n,
      fault: '',
    })
  })

  test.each([
    ['3.52E+12,1200,0', 'rounded'],
    [',1200,0', 'no tracking number'],
    ['A1,,0', 'cash in this row is not an amount'],
    ['A1,1.200,0', 'cash in this row is not an amount'],
    ['A1,99999999999,0', 'cash in this row is not an amount'],
    ['A1,1200,abc', 'fee in this row is not an amount'],
  ])('does not guess at %s', async (row, words) => {
    expect((await read(`tracking,cash,fee\n${row}\n`))?.[0]?.fault).toContain(words)
  })

  test('is the same whatever programme has saved it, and another as soon as an amount is', async () => {
    const hash = async (text: string) => statementHash((await read(text)) ?? []).toString('hex')
    const first = await hash('tracking,cash,fee\nA1,1200,100\nB2,900,100\n')
    expect(await hash('sep=;\r\nTracking;Cash;Fee\r\n="B2";Rs 900;100\r\n="a1";"1,200/-";100.00\r\n')).toBe(
      first,
    )
    expect(await hash('tracking,cash,fee\nA1,1200,100\nB2,901,100\n')).not.toBe(first)
  })

  test('comes back as it was, however its amounts are written', async () => {
    const amount = fc.bigInt({ min: 0n, max: 9_999_999_999n })
    const write = fc.constantFrom(
      (paisa: bigint) => formatRs(paisa),
      (paisa: bigint) => `${paisa / 100n}.${String(paisa % 100n).padStart(2, '0')}`,
      (paisa: bigint) => `="${formatRs(paisa).replace('Rs\u00a0', 'PKR ')}"`,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 20 }),
        write,
        fc.constantFrom(',', ';', '\t'),
        async (pairs, written, parting) => {
          const lines = pairs.map(([cash, fee], at) =>
            [
              `LE${at + 1}`,
              `"${written(cash).replaceAll('"', '""')}"`,
              `"${written(fee).replaceAll('"', '""')}"`,
            ].join(parting),
          )
          const rows = await read([['Tracking No', 'Cash', 'Fee'].join(parting), ...lines].join('\r\n'))
          expect(rows?.map(({ cash, fee }) => [cash, fee])).toEqual(pairs)
        },
      ),
    )
  })
})

describe('a row', () => {
  const parcel: Parcel = {
    part_id: 'part',
    order_id: 'order',
    order_number: 'M-1',
    courier: 'TCS',
    tracking_number: 'A1',
    vendor_status: 'delivered',
    is_delivered: true,
    courier_cash: 10_000n,
    settlement: null,
    settled_on: null,
  }
  const row = (cash: bigint): CourierRow => ({
    row: 1,
    trackingNumber: 'A1',
    orderReference: '',
    day: '',
    cash,
    fee: 0n,
    tax: 0n,
    net: cash,
    fault: '',
  })
  const outcome = (cash: bigint, given: Partial<Parcel> = {}) =>
    judgeRows([row(cash)], 'tcs', () => [{ ...parcel, ...given }])[0]?.outcome

  test('never brings more than is open once its parcel was settled', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -50_000n, max: 50_000n }),
        fc.bigInt({ min: -50_000n, max: 50_000n }),
        (cash, open) => {
          const found = outcome(cash, { courier_cash: open, settlement: 'S-1' })
          if (found === 'already_settled') return
          const left = open - cash
          // What is left is between nothing and what was open.
          expect(open > 0n ? left >= 0n && left < open : left <= 0n && left > open).toBe(true)
        },
      ),
    )
  })

  test('of a parcel that came back has a fee and no cash', () => {
    const back = { vendor_status: 'returned', is_delivered: false, courier_cash: 0n }
    expect(outcome(0n, back)).toBe('matched')
    expect(outcome(10_000n, back)).toBe('not_delivered')
    expect(outcome(-1n)).toBe('unreadable')
  })

  describe('with a tracking number that no parcel has', () => {
    const lost = (cash: bigint, at = 1): CourierRow => ({
      ...row(cash),
      ...{ row: at, trackingNumber: 'B2', orderReference: 'M-1' },
    })
    const judged = (rows: readonly CourierRow[], parcels: readonly Parcel[]) =>
      judgeRows(
        rows,
        'tcs',
        (number) => parcels.filter(({ tracking_number }) => tracking_number === number),
        { ofOrder: (reference) => parcels.filter(({ order_number }) => order_number === reference) },
      ).map((one) => [one.outcome, one.parcel?.part_id ?? null])

    test('is of the one part of its order that has exactly this cash', () => {
      expect(judged([lost(10_000n)], [parcel])).toEqual([['matched', 'part']])
      const other = { ...parcel, part_id: 'other', tracking_number: 'A2', courier_cash: 7_000n }
      expect(judged([lost(7_000n)], [parcel, other])).toEqual([['matched', 'other']])
    })

    test.each<[string, bigint, Partial<Parcel>]>([
      ['with other cash', 9_900n, {}],
      ['that is settled', 10_000n, { settlement: 'S-1' }],
      ['that is not delivered', 10_000n, { is_delivered: false, vendor_status: 'shipped' }],
      ['of another courier', 10_000n, { courier: 'Leopards' }],
      ['of another order', 10_000n, { order_number: 'M-2' }],
    ])('is of no part %s', (_, cash, given) => {
      expect(judged([lost(cash)], [{ ...parcel, ...given }])).toEqual([['unknown', null]])
    })

    test('is of neither of two parts that both fit', () => {
      const twin = { ...parcel, part_id: 'twin', tracking_number: 'A2' }
      expect(judged([lost(10_000n)], [parcel, twin])).toEqual([['unknown', null]])
    })

    test('never takes the part of a row with the right number, wherever that is, and takes one part once', () => {
      expect(judged([lost(10_000n), { ...row(10_000n), row: 2 }], [parcel])).toEqual([
        ['unknown', null],
        ['matched', 'part'],
      ])
      expect(judged([lost(10_000n), lost(10_000n, 2)], [parcel])).toEqual([
        ['matched', 'part'],
        ['unknown', null],
      ])
    })

    test('is of another courier where that has the number', () => {
      const found = judgeRows([lost(10_000n)], 'TCS', () => [{ ...parcel, courier: 'Leopards' }], {
        ofOrder: () => [parcel],
      })
      expect(found[0]).toMatchObject({ outcome: 'unknown', message: 'Order M-1 was shipped with Leopards' })
    })
  })

  test('of two parcels that look the same is believed of neither', () => {
    const twice = judgeRows([row(10_000n)], 'TCS', () => [parcel, { ...parcel, order_number: 'M-2' }])
    expect(twice[0]).toMatchObject({ outcome: 'unknown', parcel: null })
  })
})
