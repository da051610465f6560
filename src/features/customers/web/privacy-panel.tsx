import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type CustomerDetail, customerNumber, customers } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './customer-panel.module.css'
import { EraseDialog } from './erase-dialog.tsx'

/** Exports the stored data of a person, and erases them. */
export function PrivacyPanel({
  customer,
  isHeld,
  onErased,
}: {
  customer: CustomerDetail
  /** Someone else changed the record, so the change must be reviewed before an erasure. */
  isHeld: boolean
  onErased: (version: number) => void
}) {
  const can = useCan()
  const show = useToast()
  const take = useCommand(customers.export)
  const erase = useCommand(customers.erase, ({ version }) => onErased(version))
  /** As it was when it was asked: the record has lost its name before the dialog has gone. */
  const [asking, setAsking] = useState<CustomerDetail | null>(null)
  const { id, erased_at } = customer
  const mayErase = can(customers.erase)
  if (!can(customers.export) && !mayErase) return null
  return (
    <SideCard title={texts.privacy}>
      <p className={classes.quiet}>{erased_at ? texts.wasErased : texts.privacyText}</p>
      <Group gap="xs">
        {can(customers.export) && (
          <CommandButton
            variant="default"
            isPending={take.isPending}
            onClick={() =>
              take.mutate(
                { input: { id } },
                {
                  onSuccess: (kept) => saveFile(fileOf(kept), `${customerNumber(id)}.json`),
                  onError: (error) =>
                    show({ message: texts.exportFailed({ message: error.message }), tone: 'refused' }),
                },
              )
            }
          >
            {texts.exportJson}
          </CommandButton>
        )}
        {mayErase && (
          <Button
            variant="default"
            disabled={isHeld || erase.isPending}
            onClick={() => {
              erase.reset()
              setAsking(customer)
            }}
          >
            {erased_at ? texts.eraseWhatIsLeft : texts.erase}
          </Button>
        )}
      </Group>
      {asking !== null && (
        <EraseDialog
          customer={asking}
          isPending={erase.isPending}
          error={erase.error}
          onClose={() => setAsking(null)}
          onErase={() =>
            erase.mutate(
              { input: { id }, ifMatch: asking.version },
              {
                onSuccess: () => {
                  setAsking(null)
                  show({ message: asking.erased_at ? texts.whatWasLeftErased : texts.customerErased })
                },
              },
            )
          }
        />
      )}
    </SideCard>
  )
}

/** An indented JSON file, so people can read the export too. */
function fileOf(kept: unknown): Blob {
  return new Blob([JSON.stringify(kept, null, 2)], { type: 'application/json' })
}
