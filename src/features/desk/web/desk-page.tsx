import { Button } from '@mantine/core'
import { type CategoryOption, categoryOptions } from '#features/categories/options-contract.ts'
import { productEntry } from '#features/products/entry/contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { withFrom } from '#kit/web/queue/queue-store.ts'
import type { DeskItem, DeskKind } from '../contract.ts'
import { desk } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { deskColumns } from './desk-columns.tsx'

const tabs: readonly { value: DeskKind; label: string }[] = [
  { value: 'vendor', label: texts.vendors },
  { value: 'vendor_change', label: texts.vendorChanges },
  { value: 'product', label: texts.products },
  { value: 'product_revision', label: texts.productRevisions },
  { value: 'customer', label: texts.customers },
]

const nameOf = ({ name }: DeskItem) => name
const pathOf = ({ path }: DeskItem) => path

/** Everything that waits for a decision, oldest first: opening a record makes the list its queue. */
export function DeskPage() {
  const counts = useEndpoint(desk.counts, {}, { refetchInterval: 30_000, live: liveNouns }).data
  const kinds = counts?.kinds ?? []
  const waiting = kinds.reduce((sum, one) => sum + one.waiting, 0)
  return (
    <ListPage
      title={menuTexts.reviewDesk}
      endpoint={desk.list}
      live={liveNouns}
      tabs={{
        name: 'kind',
        items: [
          { value: '', label: texts.everything, count: counts && waiting },
          ...tabs
            .filter(({ value }) => !counts || kinds.some(({ kind }) => kind === value))
            .map((tab) => ({ ...tab, count: kinds.find(({ kind }) => kind === tab.value)?.waiting })),
        ],
      }}
      filters={useDeskFilters()}
      actions={<Start />}
      defaultSort="waiting_since"
      hrefOf={pathOf}
      nameOf={nameOf}
      what={texts.theDesk}
      empty={{ title: texts.nothingWaiting, text: texts.nothingHint }}
      columns={deskColumns}
    />
  )
}

const liveNouns = ['vendor', 'vendor_change', 'product', 'product_revision', 'customer']

/** Opens the first record of the list. */
function Start() {
  const [state] = useUrlState()
  const asked = Object.fromEntries(
    ['kind', 'vendor_id', 'category_id', 'late', 'mine', 'sort'].flatMap((name) =>
      state.get(name) ? [[name, state.get(name) ?? '']] : [],
    ),
  )
  const first = useEndpoint(desk.list, { ...asked, limit: 1 } as never).data?.rows[0]
  if (!first) {
    return (
      <Button size="xs" disabled>
        {texts.startReviewing}
      </Button>
    )
  }
  const address = window.location.pathname + window.location.search
  return (
    <Button size="xs" component={Link} href={withFrom(first.path, address)}>
      {texts.startReviewing}
    </Button>
  )
}

const nameOfVendor = (row: { id: string }) => (row as { id: string; shop_name: string }).shop_name
const pathOfCategory = (row: { id: string }) => (row as CategoryOption).path

function useDeskFilters(): Filter[] {
  const [state] = useUrlState()
  const mayFindVendors = useCan()(productEntry.vendors)
  return [
    { name: 'late', label: texts.late, options: [{ value: 'yes', label: texts.lateOnly }] },
    { name: 'mine', label: texts.mine, options: [{ value: 'yes', label: texts.mineOnly }] },
    {
      name: 'category_id',
      label: texts.category,
      control: 'lookup',
      lookup: { endpoint: categoryOptions.list, nameOf: pathOfCategory, isWhole: true },
    },
    {
      name: 'vendor_id',
      label: texts.vendorHeading,
      // Of one vendor only listings can be several, and who may review them may look vendors up.
      ...(mayFindVendors
        ? { control: 'lookup', lookup: { endpoint: productEntry.vendors, nameOf: nameOfVendor } }
        : { control: 'link', options: [{ value: state.get('vendor_id') ?? '', label: texts.chosenVendor }] }),
    },
  ]
}
