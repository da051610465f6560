import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { csvName } from '#kit/contract/csv-name.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { TableFormat } from '#kit/contract/export.ts'
import { useCan } from '../can.tsx'
import { type Sent, useCommand } from '../client.tsx'
import { CommandButton } from '../command-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { ChangeFailure } from '../failure.tsx'
import classes from './export-dialog.module.css'
import { saveFile } from './save-file.ts'
import { texts } from './texts.ts'
import { useAsked } from './use-asked.ts'

interface Props<E extends Endpoint> {
  endpoint: E
  /** The plural noun for the rows, in the name of the file: products. */
  noun: string
  /** The title of the dialog. */
  title: string
  /** The label of the button that opens the dialog, if it is another one. */
  words?: string
  /** Every available field, in the order of the columns. */
  fields: Readonly<Record<string, string>>
  /** Fields that are not selected by default. */
  unasked?: readonly string[]
  /** The parameters that the list always sets, and its default sort. */
  fixed?: Record<string, string>
  /** The rows that are selected in the list. If set, only these are exported. */
  selection?: Selection
}

export interface Selection {
  ids: readonly string[]
  /** Called when the dialog opens and closes, so that the element that opened it stays mounted. */
  onHold: (isHeld: boolean) => void
}

/** Opens the export options for a view or for the selected rows, for users with the permission. */
export function ExportAction<E extends Endpoint & { layout: 'csv' }>(props: Props<E>) {
  const can = useCan()
  const { selection } = props
  const button = useRef<HTMLButtonElement>(null)
  // The selection at the time the dialog was opened, even if rows leave the list in the meantime.
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const turn = (ids: readonly string[] | null) => {
    setOpened(ids)
    selection?.onHold(ids !== null)
    // The focus returns to the button that opened the dialog.
    if (ids === null) button.current?.focus()
  }
  if (!can(props.endpoint)) return null
  return (
    <>
      <Button
        ref={button}
        variant="default"
        {...(selection ? { size: 'xs' } : { leftSection: <IconDownload size={15} aria-hidden="true" /> })}
        onClick={() => turn(selection?.ids ?? [])}
      >
        {props.words ?? (selection ? texts.exportSelected : texts.export)}
      </Button>
      {opened && <ExportDialog {...props} selected={opened} onClose={() => turn(null)} />}
    </>
  )
}

const formats: readonly { value: TableFormat; label: string; text: string }[] = [
  { value: 'csv', label: texts.csv, text: texts.csvExplained },
  { value: 'xlsx', label: texts.excelXlsx, text: texts.xlsxExplained },
]

const nothing = {}

function ExportDialog<E extends Endpoint & { layout: 'csv' }>({
  endpoint,
  noun,
  title,
  fields,
  unasked = [],
  fixed = nothing,
  selected,
  onClose,
}: Omit<Props<E>, 'selection'> & { selected: readonly string[]; onClose: () => void }) {
  const kept = `munshi-export-${noun}`
  const [choice, setChoice] = useState(() => choiceOf(kept, fields, unasked))
  const take = useCommand(endpoint)
  const ids = useId()
  const { format, chosen } = choice
  const all = Object.keys(fields)
  const change = (next: Partial<Choice>) => setChoice({ ...choice, ...next })
  const turn = (field: string) =>
    change({ chosen: all.filter((one) => (one === field) !== chosen.includes(one)) })
  const asked = useAsked(endpoint, fixed)
  const isNarrowed = Object.keys(asked).some((name) => name !== 'sort')
  const whole = isNarrowed ? texts.matchingRows : texts.allRows
  const send = () =>
    take.mutate(
      {
        input: {
          ...fixed,
          ...asked,
          ...(selected.length > 0 ? { ids: selected.join(',') } : {}),
          format,
          fields: chosen.join(','),
        } as Sent<E>,
      },
      {
        onSuccess: (file) => {
          saveFile(file as Blob, csvName(noun, new Date()).replace(/csv$/, format))
          remember(kept, choice)
          onClose()
        },
      },
    )
  return (
    <Dialog title={title} onClose={onClose} isHeld={take.isPending}>
      <div className={classes.form}>
        {take.error && <ChangeFailure error={take.error} />}
        <p className={classes.text}>
          {selected.length > 0 ? texts.selectedRows({ selected: selected.length }) : whole}
        </p>
        <fieldset className={classes.group}>
          <legend>{texts.format}</legend>
          {formats.map(({ value, label, text }) => (
            <label key={value} className={classes.choice}>
              <input
                type="radio"
                name={`${ids}-format`}
                checked={format === value}
                onChange={() => change({ format: value })}
                {...(format === value ? { 'data-autofocus': true } : {})}
              />
              <span>
                {label} <span className={classes.quiet}>{text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset className={classes.group}>
          <legend>{texts.fields}</legend>
          <div className={classes.fields}>
            {all.map((field) => (
              <label key={field} className={classes.choice}>
                <input type="checkbox" checked={chosen.includes(field)} onChange={() => turn(field)} />
                <span>{fields[field]}</span>
              </label>
            ))}
          </div>
          <div className={classes.sets}>
            <button type="button" onClick={() => change({ chosen: all })}>
              {texts.chooseAll}
            </button>
            <button type="button" onClick={() => change({ chosen: all.slice(0, 1) })}>
              {texts.onlyField({ field: fields[all[0] ?? ''] ?? '' })}
            </button>
          </div>
        </fieldset>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={take.isPending}>
            {texts.cancel}
          </Button>
          <CommandButton onClick={send} isPending={take.isPending} disabled={chosen.length === 0}>
            {texts.exportFields({ chosen: chosen.length })}
          </CommandButton>
        </Group>
      </div>
    </Dialog>
  )
}

interface Choice {
  format: TableFormat
  chosen: string[]
}

/** The last choice made in this browser, limited to fields that still exist. */
function choiceOf(
  kept: string,
  fields: Readonly<Record<string, string>>,
  unasked: readonly string[],
): Choice {
  const all = Object.keys(fields)
  try {
    const last = JSON.parse(localStorage.getItem(kept) ?? '') as Partial<Choice>
    const chosen = all.filter((field) => last.chosen?.includes(field))
    if (chosen.length > 0) return { chosen, format: last.format === 'xlsx' ? 'xlsx' : 'csv' }
  } catch {
    // Nothing valid is stored, so the dialog starts with the defaults.
  }
  return { format: 'csv', chosen: all.filter((field) => !unasked.includes(field)) }
}

function remember(kept: string, choice: Choice): void {
  try {
    localStorage.setItem(kept, JSON.stringify(choice))
  } catch {
    // Without local storage the choice is not remembered.
  }
}
