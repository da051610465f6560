import { Button } from '@mantine/core'
import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Cut, Day, Money } from '#kit/web/values.tsx'
import { type Settlement, settlements } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { courierCash, settlementDetail, settlementImport } from './links.ts'
import { SettlementMark } from './rows-panel.tsx'

const columns: Column<Settlement>[] = [
  {
    key: 'number',
    title: texts.number,
    width: 92,
    cell: (row) => (
      <Link href={settlementDetail(row)}>
        <bdi dir="ltr">{row.number}</bdi>
      </Link>
    ),
  },
  {
    key: 'courier',
    title: texts.courier,
    sortable: true,
    minWidth: 96,
    cell: (row) => <Cut>{row.courier}</Cut>,
  },
  {
    key: 'reference',
    title: texts.reference,
    minWidth: 128,
    cell: (row) => <Cut>{row.reference}</Cut>,
  },
  {
    key: 'paid_on',
    title: texts.paidOn,
    sortable: true,
    width: 116,
    cell: (row) => <Day at={row.paid_on} />,
  },
  {
    key: 'rows',
    title: texts.rows,
    align: 'end',
    width: 66,
    cell: (row) => numberOf(row.rows),
  },
  {
    key: 'cash',
    title: texts.cash,
    align: 'end',
    width: 124,
    cell: (row) => <Money rupees={row.cash} />,
  },
  {
    key: 'net',
    title: texts.received,
    align: 'end',
    width: 124,
    cell: (row) => <Money rupees={row.net} />,
  },
  {
    key: 'open',
    title: texts.differences,
    width: 182,
    cell: (row) => <SettlementMark settlement={row} settled={texts.noneOpen} />,
  },
  { key: 'by', title: texts.by, minWidth: 118, cell: (row) => <Cut>{row.imported_by_name}</Cut> },
  {
    key: 'imported_at',
    title: texts.imported,
    sortable: true,
    width: 116,
    cell: (row) => <Day at={row.imported_at} />,
  },
]

/** Settlements: each is one payment from a courier with its statement. */
export function SettlementListPage() {
  const can = useCan()
  const [state] = useUrlState()
  const courier = state.get('courier') ?? ''
  return (
    <ListPage
      title={menuTexts.settlements}
      endpoint={settlements.list}
      searchLabel={texts.searchNumberCourierOrReference}
      filters={[
        { name: 'difference', label: texts.differences, options: [{ value: 'open', label: texts.open }] },
        {
          name: 'courier',
          label: texts.courier,
          control: 'link',
          options: [{ value: courier, label: courier }],
        },
      ]}
      defaultSort="-imported_at"
      hrefOf={settlementDetail}
      nameOf={({ number }) => number}
      what={texts.theSettlements}
      empty={{
        title: texts.noSettlements,
        text: texts.noSettlementsText,
      }}
      actions={
        <>
          <Button size="xs" variant="default" component={Link} href={courierCash()}>
            {menuTexts.cashWithCouriers}
          </Button>
          {can(settlements.import) && (
            <Button size="xs" component={Link} href={settlementImport()}>
              {menuTexts.importAStatement}
            </Button>
          )}
        </>
      }
      columns={columns}
    />
  )
}
