import { Button, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { OrderButtons } from '#kit/web/list/order-buttons.tsx'
import { OrderedRows } from '#kit/web/list/ordered-rows.tsx'
import { Loading, ReadFailure } from '#kit/web/read-failure.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { faqLengths, faqs } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './order-dialog.module.css'
import { OrderPreview } from './preview-panel.tsx'

/** Changes the order of the questions within a group, and of the groups, and renames a group. */
export function OrderDialog({ onClose }: { onClose: () => void }) {
  const read = useEndpoint(faqs.groups, {})
  const groups = read.data ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const moveGroup = useCommand(faqs.moveGroup)
  const group = chosen ?? groups[0]?.name ?? ''
  const place = groups.findIndex(({ name }) => name === group)
  const found = useEndpoint(faqs.order, { group }, { enabled: groups.length > 0 })
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const rows = found.data && !found.isPlaceholderData ? found.data : null
  const stored = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows])
  return (
    <Dialog title={texts.orderOfFaqs} size="80rem" onClose={onClose}>
      <div className={classes.columns}>
        <div>
          <p className={classes.quiet}>{texts.orderHint}</p>
          {groups.length > 1 && (
            <div className={classes.groups}>
              <Choice
                label={texts.group}
                value={group}
                options={groups.map(({ name }) => ({ value: name, label: name || texts.noGroup }))}
                onChoose={(name) => {
                  setChosen(name)
                  setWanted(null)
                }}
              />
              <span className={classes.quiet}>{texts.groupAt({ at: place + 1, count: groups.length })}</span>
              <OrderButtons
                name={group || texts.noGroup}
                position={place + 1}
                count={groups.length}
                onPlace={(position) => {
                  setChosen(group)
                  moveGroup.mutate({ input: { group, position } })
                }}
              />
            </div>
          )}
          {group !== '' && place >= 0 && (
            <GroupName
              key={`name of ${group}`}
              group={group}
              place={place}
              onRenamed={(name) => setChosen(name)}
            />
          )}
          {moveGroup.error && <ChangeFailure error={moveGroup.error} />}
          <ReadFailure of={read} what={texts.theOrderCouldNot} />
          <ReadFailure of={found} what={texts.theOrderCouldNot} />
          {read.data?.length === 0 && <p>{texts.noFaqsYet}</p>}
          {rows ? (
            <OrderedRows
              key={group}
              of={faqs.move}
              rows={rows}
              onOrder={setWanted}
              nameOf={({ title }) => title}
              more={({ is_active }) => !is_active && <StatusMark tone="off">{texts.inactive}</StatusMark>}
            />
          ) : (
            (read.isPending || (groups.length > 0 && !found.isError)) && <Loading />
          )}
        </div>
        {groups.length > 0 && (
          <OrderPreview
            group={group}
            order={wanted ?? stored}
            saved={rows ? [...groups.map(({ name }) => name), ...stored].join('\n') : ''}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Gives a group another name, on all of its questions. `place` is that of the group, from 0. */
function GroupName({
  group,
  place,
  onRenamed,
}: {
  group: string
  place: number
  onRenamed: (name: string) => void
}) {
  const show = useToast()
  const [typed, setTyped] = useState<string | null>(null)
  // The group is the chosen one under its new name before the groups are read again.
  const rename = useCommand(faqs.renameGroup, (groups) => onRenamed(groups[place]?.name ?? group))
  if (typed === null) {
    return (
      <div className={classes.groups}>
        <Button variant="default" size="xs" onClick={() => setTyped(group)}>
          {texts.renameGroup}
        </Button>
      </div>
    )
  }
  const { name: wrong } = fieldErrors(rename.error ?? undefined)
  return (
    <form
      className={classes.groups}
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate(
          { input: { group, name: typed } },
          {
            onSuccess: (groups) => {
              setTyped(null)
              show({ message: texts.isRenamed({ group, name: groups[place]?.name ?? typed }) })
            },
          },
        )
      }}
    >
      <TextInput
        label={texts.newName}
        dir="auto"
        autoFocus
        maxLength={faqLengths.group}
        value={typed}
        error={wrong}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          if (!rename.isPending) rename.reset()
        }}
      />
      <CommandButton type="submit" size="xs" isPending={rename.isPending}>
        {texts.rename}
      </CommandButton>
      {rename.error && wrong === undefined && <ChangeFailure error={rename.error} />}
    </form>
  )
}
