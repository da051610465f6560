import { Button, TextInput } from '@mantine/core'
import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { orderDetail } from '#features/orders/web/links.ts'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import type { TrackingOutcome, TrackingRow } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { CourierField, noCourier } from './courier-panel.tsx'
import { type Parcel, readParcels, standingOf } from './parcel-model.ts'
import classes from './tracking-page.module.css'
import { useParcels } from './use-parcels.ts'

/** Tracking numbers: parcels of many orders are scanned, pasted or imported, checked, and shipped together. */
export function TrackingPage() {
  const [courier, setCourier] = useState(noCourier)
  const list = useParcels(courier.name.trim())
  const { parcels } = list
  const { ready, refused, done } = standingOf(parcels)
  const show = useToast()
  const take = (text: string) => {
    const { rows, unread } = readParcels(text)
    list.add(rows)
    if (unread > 0) show({ message: texts.unreadLines({ count: unread }), tone: 'refused' })
  }
  return (
    <div className={classes.page}>
      <h1>{menuTexts.trackingNumbers}</h1>
      <section className={`box ${classes.card}`} aria-label={texts.addParcel}>
        <CourierField choice={courier} onChoose={setCourier} />
        <p className={classes.quiet}>{texts.scanText}</p>
        <ScanForm onAdd={(row) => list.add([row])} onPaste={take} />
        <CsvButton onRead={take} />
      </section>
      <section className={`box ${classes.card}`} aria-label={texts.parcels}>
        <header className={classes.head}>
          <h2>{texts.parcels}</h2>
          <span className={classes.quiet} role="status">
            {texts.standing({ ready, refused, done })}
          </span>
          {parcels.length > 0 && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              disabled={list.isShipping}
              onClick={list.removeAll}
            >
              {texts.removeAll}
            </Button>
          )}
          <CommandButton size="xs" isPending={list.isShipping} disabled={ready === 0} onClick={list.ship}>
            {texts.shipParcels({ count: ready })}
          </CommandButton>
        </header>
        {list.error && <ChangeFailure error={list.error} />}
        {parcels.length === 0 ? (
          <div className={classes.empty}>
            <h3>{texts.noParcels}</h3>
            <p>{texts.noParcelsText}</p>
          </div>
        ) : (
          <ParcelTable parcels={parcels} onRemove={list.remove} />
        )}
      </section>
    </div>
  )
}

/** Two fields for a scanner: Enter in the first moves to the second, Enter in the second adds the parcel. */
function ScanForm({
  onAdd,
  onPaste,
}: {
  onAdd: (row: TrackingRow) => void
  onPaste: (text: string) => void
}) {
  const [orderNumber, setOrderNumber] = useState('')
  const [trackingNumber, setTrackingNumber] = useState('')
  const order = useRef<HTMLInputElement>(null)
  const tracking = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (orderNumber.trim() === '') return order.current?.focus()
    if (trackingNumber.trim() === '') return tracking.current?.focus()
    onAdd({ order_number: orderNumber.trim(), tracking_number: trackingNumber.trim(), courier: '' })
    setOrderNumber('')
    setTrackingNumber('')
    order.current?.focus()
  }
  /** Several cells or lines are a list; a single value is pasted into the field. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\t\n;,]/.test(text.trim())) return
    event.preventDefault()
    onPaste(text)
  }
  return (
    <form className={classes.scan} onSubmit={submit} onPaste={paste} noValidate>
      <TextInput
        ref={order}
        label={texts.orderNumber}
        dir="ltr"
        autoComplete="off"
        maxLength={60}
        value={orderNumber}
        onChange={(event) => setOrderNumber(event.currentTarget.value)}
      />
      <TextInput
        ref={tracking}
        label={texts.trackingNumber}
        dir="ltr"
        autoComplete="off"
        maxLength={60}
        value={trackingNumber}
        onChange={(event) => setTrackingNumber(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {texts.addParcel}
      </Button>
    </form>
  )
}

function CsvButton({ onRead }: { onRead: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className={classes.csv}>
      <Button size="xs" variant="default" onClick={() => field.current?.click()}>
        {texts.importCsv}
      </Button>
      <span className={classes.quiet}>{texts.csvText}</span>
      <input
        ref={field}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        hidden
        aria-label={texts.importCsv}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          void file?.text().then(onRead)
        }}
      />
    </div>
  )
}

const outcomeWords: Record<TrackingOutcome['outcome'], string> = {
  ready: texts.ready,
  done: texts.shipped,
  unchanged: texts.unchanged,
  refused: texts.refused,
}
const tones: Record<TrackingOutcome['outcome'], Tone> = {
  ready: 'info',
  done: 'good',
  unchanged: 'off',
  refused: 'refused',
}

function ParcelTable({ parcels, onRemove }: { parcels: readonly Parcel[]; onRemove: (key: string) => void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
    <section className={classes.scroller} aria-label={texts.parcelsCaption} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.orderNumber}</th>
            <th scope="col">{texts.trackingNumber}</th>
            <th scope="col">{texts.courier}</th>
            <th scope="col">{texts.outcome}</th>
            <th scope="col">
              <span className="visually-hidden">{texts.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {parcels.map((parcel) => (
            <ParcelRow key={parcel.key} parcel={parcel} onRemove={() => onRemove(parcel.key)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ParcelRow({ parcel, onRemove }: { parcel: Parcel; onRemove: () => void }) {
  const { outcome, order_number, tracking_number } = parcel
  const name = outcome?.part ? `${outcome.order_number}/${outcome.part}` : order_number
  return (
    <tr>
      <td>
        {outcome?.order_id ? (
          <Link href={orderDetail({ id: outcome.order_id })}>
            <bdi dir="ltr">{name}</bdi>
          </Link>
        ) : (
          <bdi dir="ltr">{name}</bdi>
        )}
        {outcome?.shop_name && (
          <p className={classes.quiet} dir="auto">
            {outcome.shop_name}
          </p>
        )}
      </td>
      <td>
        <bdi dir="ltr">{tracking_number}</bdi>
      </td>
      <td dir="auto">{outcome?.courier || parcel.courier || '–'}</td>
      <td>
        {outcome ? (
          <StatusMark tone={tones[outcome.outcome]}>{outcomeWords[outcome.outcome]}</StatusMark>
        ) : (
          <StatusMark tone="off">{texts.checking}</StatusMark>
        )}
        {outcome?.message && <p className={classes.quiet}>{outcome.message}</p>}
      </td>
      <td>
        {outcome?.outcome !== 'done' && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={texts.removeOf({ orderNumber: order_number, trackingNumber: tracking_number })}
            onClick={onRemove}
          >
            {texts.remove}
          </Button>
        )}
      </td>
    </tr>
  )
}
