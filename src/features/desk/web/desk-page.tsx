import { Button } from '@mantine/core'
import { type CategoryOption, categoryOptions } from '#features/categories/options-contract.ts'
import { productEntry } from '#features/products/entry/contract.ts'
import { useAllows, useCan } from '#kit/web/can.tsx'
import { ApiRefusal, useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { SelectedDialog } from '#kit/web/list/selected-dialog.tsx'
import { hrefWith, useUrlState } from '#kit/web/list/url-state.ts'
import { forgetQueue, isHeld, withFrom } from '#kit/web/queue/queue-store.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import type { DeskItem, DeskKind } from '../contract.ts'
import { decidingAccess, desk, recordKinds } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { deskColumns } from './desk-columns.tsx'
import { liveNouns } from './late-model.ts'

const AssignDialog = lazyOf(() => import('./assign-dialog.tsx'), 'AssignDialog')

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
  const first = useFirst()
  const mayAssign = useCan()(desk.bulkAssign)
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
      actions={<Start first={first} />}
      lead={<FirstFailure first={first} />}
      defaultSort="waiting_since"
      hrefOf={pathOf}
      nameOf={nameOf}
      what={texts.theDesk}
      {...(mayAssign ? { bulk: assignOffer } : {})}
      empty={{ title: texts.nothingWaiting, text: texts.nothingHint }}
      columns={deskColumns}
    />
  )
}

const assignOffer = (rows: DeskItem[], onDone: () => void, onHold: (isHeld: boolean) => void) => (
  <AssignSelected rows={rows} onDone={onDone} onHold={onHold} />
)

/** Asks a colleague to review the selected records, of those that the reader may decide on. */
function AssignSelected({
  rows,
  onDone,
  onHold,
}: {
  rows: DeskItem[]
  onDone: () => void
  onHold: (isHeld: boolean) => void
}) {
  const allows = useAllows()
  const own = rows.filter(({ kind }) => allows(decidingAccess[recordKinds[kind]]))
  return (
    <SelectedDialog
      label={texts.assignSelected}
      disabled={own.length === 0}
      onDone={onDone}
      onHold={onHold}
      dialog={(told) => <AssignDialog rows={own} {...told} />}
    />
  )
}

/** Claims are no changes that the list is told of. */
const readAgainMs = 15_000
/** Each of the first ones may be left to a colleague. */
const firstFew = 10

/** The first records of what the address asks for, on whichever page its reader is; as live as the list itself. */
function useFirst() {
  const [state] = useUrlState()
  const asked = Object.fromEntries(
    ['kind', 'vendor_id', 'category_id', 'late', 'mine', 'sort'].flatMap((name) =>
      state.get(name) ? [[name, state.get(name) ?? '']] : [],
    ),
  )
  return useEndpoint(desk.list, { ...asked, limit: firstFew } as never, {
    live: liveNouns,
    refetchInterval: readAgainMs,
  })
}

type First = ReturnType<typeof useFirst>

/** Opens the first record of the list that is not left to a colleague, or the first if all of these are. */
function Start({ first: { data, isPlaceholderData } }: { first: First }) {
  const rows = data?.rows ?? []
  const record = rows.find((row) => !isHeld(row)) ?? rows[0]
  // After another tab or filter was chosen, the record is of the one before until the answer is there.
  if (!record || isPlaceholderData) {
    return (
      <Button size="xs" disabled>
        {texts.startReviewing}
      </Button>
    )
  }
  const { pathname, search } = window.location
  const address = hrefWith(pathname, search, { page: '', cursor: '' })
  return (
    <Button
      size="xs"
      component={Link}
      href={withFrom(record.path, address)}
      // From a later page, what is kept of the first page's queue is of an earlier round.
      onClick={() => forgetQueue(address)}
    >
      {texts.startReviewing}
    </Button>
  )
}

/** Says why nothing can be started. Of an address that cannot be asked the list says so itself. */
function FirstFailure({ first }: { first: First }) {
  if (first.error instanceof ApiRefusal && first.error.status === 422) return null
  return <ReadFailure of={first} what={texts.firstNotRead} />
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
