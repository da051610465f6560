import { useMemo, useState } from 'react'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import { OrderButtons } from '#kit/web/list/order-buttons.tsx'
import { OrderedRows } from '#kit/web/list/ordered-rows.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { faqs } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './order-dialog.module.css'
import { OrderPreview } from './preview-panel.tsx'

/** Changes the order of the questions within a group, and of the groups. */
export function OrderDialog({ onClose }: { onClose: () => void }) {
  const groups = useEndpoint(faqs.groups, {}).data ?? []
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
          {moveGroup.error && <ChangeFailure error={moveGroup.error} />}
          <ReadFailure of={found} answered="not_created" what={texts.theOrderCouldNot} />
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
            !found.isError && <p className={classes.quiet}>{texts.loading}</p>
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
