import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { vendorStatuses } from '#features/vendors/contract.ts'
import { dayOf, numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { answersTo, Combobox } from '#kit/web/fields/combobox.tsx'
import { DayField } from '#kit/web/fields/day-field.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { type Audience, everyone, type UserType, userTypes, userTypeWords } from '../audience-contract.ts'
import { mailingLists, mailings } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './mailings.module.css'

/** Loaded on demand, because few audiences are kept. */
const ListDialog = lazyOf(() => import('./list-dialog.tsx'), 'ListDialog')

interface Fields {
  audience: Audience
  onChange: (audience: Audience) => void
}

const stateWords = (state: string) => {
  const words = state.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Who gets the mail: the user type, and what narrows it. */
export function AudienceFields({ audience, error, onChange }: Fields & { error: string | undefined }) {
  const can = useCan()
  const lists = useEndpoint(mailingLists.list, {}).data ?? []
  const [isSaving, setSaving] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { user_type, list_id } = audience
  const fields = { audience, onChange }
  const chosenList = user_type === 'list' ? lists.find(({ id }) => id === list_id) : undefined
  return (
    <div className={classes.stack}>
      <div className={classes.two}>
        <NativeSelect
          label={texts.userType}
          data={userTypes.map((value) => ({ value, label: userTypeWords[value] }))}
          value={user_type}
          error={user_type === 'list' ? undefined : error}
          onChange={(event) => onChange(everyone(event.currentTarget.value as UserType))}
        />
        {user_type === 'list' && (
          <NativeSelect
            label={texts.list}
            data={[
              { value: '', label: texts.chooseList },
              ...lists.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={list_id ?? ''}
            error={error}
            onChange={(event) => onChange({ ...audience, list_id: event.currentTarget.value || null })}
          />
        )}
      </div>
      {user_type === 'vendors' && <VendorFields {...fields} />}
      {user_type === 'customers' && <CustomerFields {...fields} />}
      {user_type === 'subscribers' && <p className={classes.quiet}>{texts.subscribersHint}</p>}
      {user_type === 'staff' && <StaffFields {...fields} />}
      {chosenList && can(mailingLists.remove) && (
        <div className={classes.row}>
          <Button size="compact-xs" variant="default" onClick={() => setDeleting(true)}>
            {texts.deleteList}
          </Button>
        </div>
      )}
      {isDeleting && chosenList && (
        <CommandDialog
          of={mailingLists.remove}
          input={{ id: chosenList.id }}
          title={texts.deleteListTitle(chosenList)}
          action={texts.deleteListVerb}
          done={texts.listIsDeleted(chosenList)}
          onDone={() => onChange(everyone('subscribers'))}
          onClose={() => setDeleting(false)}
        >
          {texts.deleteListHint}
        </CommandDialog>
      )}
      {user_type !== 'list' && can(mailingLists.create) && (
        <div className={classes.row}>
          <Button size="compact-xs" variant="default" onClick={() => setSaving(true)}>
            {texts.saveAsList}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {isSaving && (
          <ListDialog
            audience={audience}
            onSaved={(list) => onChange({ ...everyone('list'), list_id: list.id })}
            onClose={() => setSaving(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

function VendorFields({ audience, onChange }: Fields) {
  const read = useEndpoint(mailings.choices, {})
  const choices = read.data
  const [isAsked, setAsked] = useState<string | null>(null)
  const categories = choices?.categories ?? []
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const { vendor_states, category_ids } = audience
  return (
    <>
      <Checkbox.Group
        label={texts.states}
        description={texts.statesHint}
        value={vendor_states}
        onChange={(states) => onChange({ ...audience, vendor_states: states as Audience['vendor_states'] })}
      >
        <div className={classes.box}>
          {vendorStatuses.map((state) => (
            <Checkbox key={state} value={state} label={stateWords(state)} />
          ))}
        </div>
      </Checkbox.Group>
      <CitiesField audience={audience} onChange={onChange} />
      <Combobox
        label={texts.addCategory}
        look={{ label: texts.categories, placeholder: texts.searchByName }}
        options={(typed) =>
          isAsked === null
            ? []
            : categories
                .map(({ id, name }) => ({ id, name, words: name }))
                .filter(answersTo(typed))
                .slice(0, 20)
        }
        isRead={choices !== undefined}
        read={read}
        none={texts.noCategoryFound}
        onAsk={setAsked}
        onPick={({ id }) => onChange({ ...audience, category_ids: [...new Set([...category_ids, id])] })}
      />
      {category_ids.length > 0 && (
        <ul className={classes.chosen} aria-label={texts.categories}>
          {category_ids.map((id) => (
            <li key={id}>
              <bdi>{names.get(id) ?? id}</bdi>
              <CloseButton
                size="sm"
                aria-label={texts.removeName({ name: names.get(id) ?? id })}
                onClick={() =>
                  onChange({ ...audience, category_ids: category_ids.filter((one) => one !== id) })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Cities as they are typed: the parts between commas. */
function CitiesField({ audience, onChange }: Fields) {
  const written = audience.cities.join(', ')
  const [typed, setTyped] = useState(written)
  const shown = citiesIn(typed).join(', ') === written ? typed : written
  return (
    <TextInput
      label={texts.cities}
      description={texts.citiesHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      dir="auto"
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange({ ...audience, cities: citiesIn(event.currentTarget.value) })
      }}
    />
  )
}

function citiesIn(text: string): string[] {
  return text
    .split(/[,،]/)
    .map((city) => city.trim())
    .filter(Boolean)
    .slice(0, 50)
}

function CustomerFields({ audience, onChange }: Fields) {
  const count = (name: 'orders_least' | 'orders_most', label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      dir="ltr"
      maxLength={6}
      value={audience[name] === null ? '' : String(audience[name])}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '')
        onChange({ ...audience, [name]: digits ? Number(digits) : null })
      }}
    />
  )
  const day = (name: 'bought_from' | 'bought_to', label: string) => (
    <DayField
      label={label}
      value={audience[name] ?? ''}
      onDay={(chosen) => onChange({ ...audience, [name]: chosen || null })}
    />
  )
  return (
    <>
      <div className={classes.two}>
        {count('orders_least', texts.ordersLeast)}
        {count('orders_most', texts.ordersMost)}
        {day('bought_from', texts.boughtFrom)}
        {day('bought_to', texts.boughtTo)}
      </div>
      <CitiesField audience={audience} onChange={onChange} />
    </>
  )
}

function StaffFields({ audience, onChange }: Fields) {
  const roles = useEndpoint(mailings.choices, {}).data?.roles ?? []
  return (
    <Checkbox.Group
      label={texts.roles}
      description={texts.rolesHint}
      value={audience.role_ids}
      onChange={(role_ids) => onChange({ ...audience, role_ids })}
    >
      <div className={classes.box}>
        {roles.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** An audience in words. */
export function AudienceFacts({ audience }: { audience: Audience }) {
  const choices = useEndpoint(mailings.choices, {}).data
  const lists = useEndpoint(mailingLists.list, {}).data ?? []
  const namesOf = (ids: readonly string[], all: readonly { id: string; name: string }[] = []) =>
    ids.map((id) => all.find((one) => one.id === id)?.name ?? '…').join(', ')
  const { orders_least, orders_most, bought_from, bought_to } = audience
  const facts = [
    [texts.list, audience.list_id ? namesOf([audience.list_id], lists) : ''],
    [texts.states, audience.vendor_states.map(stateWords).join(', ')],
    [texts.cities, audience.cities.join(', ')],
    [texts.categories, namesOf(audience.category_ids, choices?.categories)],
    [texts.ordersLeast, orders_least === null ? '' : numberOf(orders_least)],
    [texts.ordersMost, orders_most === null ? '' : numberOf(orders_most)],
    [texts.boughtFrom, bought_from ? dayOf(bought_from) : ''],
    [texts.boughtTo, bought_to ? dayOf(bought_to) : ''],
    [texts.roles, namesOf(audience.role_ids, choices?.roles)],
  ].filter(([, value]) => value)
  return (
    <ul className={classes.list}>
      <li>
        <strong>{userTypeWords[audience.user_type]}</strong>
      </li>
      {facts.map(([label, value]) => (
        <li key={label}>
          <span className={classes.quiet}>{label}:</span> <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** How many the audience has now, and who is left out. Asked when nothing was changed for a moment. */
export function AudienceCountPanel({ audience, isLegal }: { audience: Audience; isLegal: boolean }) {
  const wanted = JSON.stringify({ audience, is_legal: isLegal })
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), 400)
    return () => clearTimeout(timer)
  }, [wanted])
  const input = JSON.parse(asked) as { audience: Audience; is_legal: boolean }
  const isComplete = input.audience.user_type !== 'list' || input.audience.list_id !== null
  const count = useEndpoint(mailings.audience, input, { enabled: isComplete })
  const found = count.data
  const isCounted = found && isComplete && !count.isPlaceholderData && asked === wanted
  return (
    <div className={classes.count} aria-live="polite" aria-busy={!isCounted}>
      <ReadFailure of={count} what={texts.notCounted} />
      {!found && !count.isError && isComplete && <p className={classes.quiet}>{texts.counting}</p>}
      {found && isComplete && (
        <div className={classes.tight}>
          <p className={classes.number}>{texts.recipientCount({ count: found.recipients })}</p>
          <ul className={classes.list}>
            <li>{texts.countOf({ found: found.found })}</li>
            {found.without_address > 0 && <li>{texts.withoutAddress({ count: found.without_address })}</li>}
            {found.blocked > 0 && <li>{texts.leftOutBlocked({ count: found.blocked })}</li>}
            {found.bounced > 0 && <li>{texts.leftOutBounced({ count: found.bounced })}</li>}
            {found.unsubscribed > 0 && <li>{texts.leftOutUnsubscribed({ count: found.unsubscribed })}</li>}
            {found.duplicates > 0 && <li>{texts.leftOutDuplicates({ count: found.duplicates })}</li>}
          </ul>
          {found.needs_second && <p className={classes.quiet}>{texts.secondNeeded}</p>}
        </div>
      )}
    </div>
  )
}
