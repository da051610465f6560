import { lazyOf } from '#kit/web/lazy.ts'
import type { Column } from '#kit/web/list/data-table.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Cut } from '#kit/web/values.tsx'
import { menuTexts } from '../menu-texts.ts'
import { type PickupLocation, pickupLocations } from '../pickup-contract.ts'
import { texts } from '../texts.ts'
import { EntryLink, statusColumn } from './entry-panel.tsx'
import { pickupLocationList } from './links.ts'
import { EntryScreen } from './list-panel.tsx'

/** Loaded on demand, because most visits only read. */
const PickupLocationDialog = lazyOf(() => import('./pickup-location-dialog.tsx'), 'PickupLocationDialog')

/** Pickup Location: where customers collect what they ordered. */
export function PickupLocationListPage() {
  return (
    <EntryScreen
      calls={pickupLocations}
      path={pickupLocationList.path}
      what={texts.thePickupLocations}
      add={texts.addNewPickupLocation}
      dialog={PickupLocationDialog}
    >
      {(list) => (
        <ListPage
          {...list}
          title={menuTexts.pickupLocation}
          endpoint={pickupLocations.list}
          searchLabel={texts.searchByCityOrArea}
          nameOf={({ city, area }) => `${area}, ${city}`}
          empty={{ title: texts.noPickupLocations, text: texts.noPickupLocationsText }}
          columns={columnsWith(list.hrefOf)}
        />
      )}
    </EntryScreen>
  )
}

function columnsWith(hrefOf: (row: { id: string }) => string): Column<PickupLocation>[] {
  return [
    {
      key: 'city',
      title: texts.city,
      sortable: true,
      minWidth: 180,
      cell: (row) => <EntryLink href={hrefOf(row)} name={row.city} />,
    },
    { key: 'area', title: texts.area, sortable: true, minWidth: 220, cell: (row) => <Cut>{row.area}</Cut> },
    statusColumn<PickupLocation>(pickupLocations),
  ]
}
