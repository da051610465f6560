import { CloseButton, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { type ImportVendor, imports } from '../contract.ts'
import classes from './vendor-panel.module.css'

/** The vendor that the rows are for, found by shop, name or e-mail; chosen by pointer or keys, and taken back. */
export function VendorField({
  description,
  error,
  value,
  onChoose,
}: {
  description: string
  error?: string | undefined
  value: ImportVendor | null
  onChoose: (vendor: ImportVendor | null) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const [active, setActive] = useState(0)
  const isOpen = typed !== null
  const found = useEndpoint(imports.vendors, { q: asked }, { enabled: isOpen })
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => setAsked(typed.trim()), 200)
    return () => clearTimeout(timer)
  }, [typed])
  const options = isOpen ? (found.data ?? []) : []
  const pick = (vendor: ImportVendor | undefined) => {
    if (!vendor) return
    setTyped(null)
    onChoose(vendor)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return setTyped('')
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(Math.min(Math.max(active + step, 0), options.length - 1))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      pick(options[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setTyped(null)
    }
  }
  return (
    <div className={classes.vendor}>
      <TextInput
        label="Vendor"
        description={description}
        error={error}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        role="combobox"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder="Shop, name or e-mail"
        maxLength={100}
        dir="auto"
        value={typed ?? (value ? nameOf(value) : '')}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setActive(0)
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => typed === null && setTyped('')}
        onBlur={() => setTyped(null)}
        onKeyDown={press}
        rightSection={
          value && <CloseButton size="sm" aria-label="Take the vendor back" onClick={() => onChoose(null)} />
        }
      />
      {isOpen && (
        <div id={id} role="listbox" aria-label="Vendors" className={classes.offer}>
          {options.map((vendor, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field
            <div
              key={vendor.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(vendor)}
            >
              <bdi>{nameOf(vendor)}</bdi>
              <small>
                {vendor.shop_name && (
                  <>
                    <bdi>{vendor.username}</bdi> ·{' '}
                  </>
                )}
                <bdi>{vendor.email}</bdi>
              </small>
            </div>
          ))}
          {options.length === 0 && <p>{found.isFetching ? 'Loading...' : 'No vendor of this name'}</p>}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {isOpen && found.data ? `${options.length} found` : ''}
      </span>
    </div>
  )
}

/** Whoever has no shop yet goes by their own name. */
export function nameOf({ shop_name, username }: ImportVendor): string {
  return shop_name || username
}
