import { CommandButton } from '#kit/web/command-button.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { Checkbox, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { CancelButton, Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { EndpointDraft, type EndpointWithSecret, type WebhookEndpoint, webhooks } from '../contract.ts'
import { type EventKind, eventKinds } from '../events-contract.ts'
import classes from './webhook-panel.module.css'

type Noun = EventKind extends `${infer N}.${string}` ? N : never

/** What the events of each noun are listed under. */
const groups: Readonly<Record<Noun, string>> = {
  vendor: texts.vendors,
  vendor_change: texts.vendorChanges,
  product: texts.products,
  product_edit: texts.editsOfProducts,
  customer: texts.customers,
  order: texts.orders,
  order_part: texts.orderParts,
  refund: texts.refunds,
  withdrawal: texts.withdrawals,
  promotion: texts.promotions,
  content: texts.shopWindow,
  post: texts.posts,
  subscriber: texts.subscribers,
}

/** The event without its noun: `Update requested`. */
function wordsOf(kind: EventKind): string {
  const word = kind.split('.')[1] ?? ''
  return (word.charAt(0).toUpperCase() + word.slice(1)).replaceAll('_', ' ')
}

/** Adds an endpoint, or changes the given one. */
export function EndpointDialog({
  endpoint,
  onClose,
  onMade,
  onChanged,
}: {
  endpoint: WebhookEndpoint | null
  onClose: () => void
  onMade?: (answer: EndpointWithSecret) => void
  onChanged?: () => void
}) {
  // Keeps the version from when the dialog opened, so a concurrent change by someone else is reported and not
  // overwritten.
  const [opened] = useState(endpoint)
  const [url, setUrl] = useState(opened?.url ?? 'https://')
  const [description, setDescription] = useState(opened?.description ?? '')
  const [kinds, setKinds] = useState<readonly EventKind[]>(opened?.kinds ?? [])
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const create = useCommand(webhooks.create)
  const change = useCommand(webhooks.change)
  const { error, isPending } = opened ? change : create
  const errors = { ...fieldErrors(error ?? undefined), ...wrong }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const draft = EndpointDraft.safeParse({ url, description, kinds })
    setWrong(draft.success ? {} : fieldErrors(draft.error.issues))
    if (!draft.success) return
    if (opened) {
      change.mutate(
        { input: { id: opened.id, ...draft.data }, ifMatch: opened.version },
        { onSuccess: () => onChanged?.() },
      )
    } else create.mutate({ input: draft.data }, { onSuccess: (answer) => onMade?.(answer) })
  }
  // The secret of a new endpoint is shown only once, so the dialog stays open until the answer arrives.
  const close = () => {
    if (!isPending) onClose()
  }
  return (
    <Dialog onClose={close} size="lg" title={opened ? texts.changeEndpoint : texts.addEndpoint}>
      <form className={classes.form} onSubmit={send} noValidate>
        {error && Object.keys(errors).length === 0 && <ChangeFailure error={error} />}
        <TextInput
          label={texts.address}
          description={texts.addressHint}
          data-autofocus
          type="url"
          maxLength={500}
          value={url}
          error={errors.url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label={texts.description}
          maxLength={200}
          value={description}
          error={errors.description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Checkbox.Group
          label={texts.events}
          value={[...kinds]}
          error={errors.kinds}
          onChange={(chosen) => setKinds(eventKinds.filter((kind) => chosen.includes(kind)))}
        >
          <div className={classes.kinds}>
            {Object.entries(groups).map(([noun, title]) => (
              <fieldset key={noun}>
                <legend>{title}</legend>
                {eventKinds
                  .filter((kind) => kind.split('.')[0] === noun)
                  .map((kind) => (
                    <Checkbox key={kind} size="xs" value={kind} label={wordsOf(kind)} title={kind} />
                  ))}
              </fieldset>
            ))}
          </div>
        </Checkbox.Group>
        <Group justify="flex-end" gap="xs">
          <CancelButton isOff={isPending} />
          <CommandButton type="submit" isPending={isPending}>
            {opened ? texts.save : texts.add}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}
