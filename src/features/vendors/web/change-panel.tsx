import { useState } from 'react'
import type { ChangeNoun } from '#features/decisions/changes/web/deciding-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { Comparison } from '#kit/web/record/comparison.tsx'
import { Facts } from '#kit/web/record/facts.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Ago } from '#kit/web/values.tsx'
import { revealableFields, type VendorPage, vendors } from '../contract.ts'
import { fieldLabels, fieldOf, filePaths, handedInLabels } from '../fields-contract.ts'
import { texts } from '../texts.ts'
import { CheckList } from './checks-panel.tsx'
import { Documents } from './documents-panel.tsx'
import { approvedVendors, vendorDetail } from './links.ts'
import { ClearNumber, fieldFormats } from './record-panel.tsx'

type Change = NonNullable<VendorPage['change']>

/** The decisions on changed CNIC, tax or bank data. */
export const vendorChanges: ChangeNoun<VendorPage> = {
  noun: 'vendor',
  calls: {
    accept: vendors.acceptChange,
    decline: vendors.declineChange,
    undo: vendors.undoChange,
    letter: vendors.letter,
    choices: vendors.choices,
  },
  nameOf: ({ shop, username }) => shop?.shop_name || username,
  waitingOf: ({ id, change }) =>
    change && {
      input: { id, change_id: change.id },
      paths: [...change.fields.map(({ path }) => path), ...change.files.map(({ slot }) => filePaths[slot])],
      approval: change.status === 'accepted_once' ? texts.confirmChange : texts.acceptChange,
      blockedBy: blockedBy(change),
    },
  useWarnings: ({ change }) =>
    (change?.checks ?? []).filter(({ level }) => level === 'warning').map(({ message }) => message),
  reasonLabels: handedInLabels,
  refusal: {
    title: texts.declineTheChangeQuestion,
    text: texts.declineEffects,
    verb: texts.declineChange,
  },
  done: {
    accepted: texts.changeAccepted,
    accepted_once: texts.changeAcceptedOnce,
    declined: texts.changeDeclined,
  },
  onward: { href: approvedVendors({ change: 'waiting' }), label: texts.goToChangedDetails },
  others: { call: vendors.listApproved, query: { change: 'waiting' }, hrefOf: vendorDetail },
}

function blockedBy({ accepted_by_you, checks }: Change): string {
  if (accepted_by_you) return texts.acceptedByYou
  const error = checks.find(({ level }) => level === 'error')
  return error ? texts.cannotBeAccepted({ message: error.message }) : ''
}

/** Pending changes of CNIC, tax or bank data; the current data stays in use until they are decided. */
export function ChangePanel({ vendorId, change }: { vendorId: string; change: Change }) {
  const isSecond = change.status === 'accepted_once'
  return (
    <SideCard title={texts.changeAwaitsDecision}>
      <p>
        {texts.submitted({ createdAt: <Ago at={change.created_at} /> })}{' '}
        {change.needs_second_person && !isSecond && texts.needsTwoPeople}
        {/* The reader's own acceptance is told beside the button that it blocks. */}
        {isSecond && !change.accepted_by_you && texts.acceptedBy({ name: change.first_accepted_by ?? '' })}
      </p>
      {change.fields.length > 0 && (
        <Comparison fields={change.fields} labels={fieldLabels} formats={fieldFormats} />
      )}
      <NewNumbers vendorId={vendorId} change={change} />
      {change.files.length > 0 && (
        <Documents title={texts.changedDocuments} vendorId={vendorId} files={change.files} />
      )}
      <CheckList checks={change.checks} />
    </SideCard>
  )
}

/** The new numbers in the clear, for comparison with a document; each view is logged. */
function NewNumbers({ vendorId, change }: { vendorId: string; change: Change }) {
  const can = useCan()
  const show = useToast()
  const reveal = useCommand(vendors.reveal)
  const [clear, setClear] = useState<Record<string, string> | null>(null)
  const fields = revealableFields.filter((field) =>
    change.fields.some(({ path }) => path.endsWith(`.${field}`)),
  )
  if (fields.length === 0 || !can(vendors.reveal)) return null
  if (!clear) {
    return (
      <CommandButton
        size="xs"
        variant="default"
        isPending={reveal.isPending}
        onClick={() =>
          reveal.mutate(
            { input: { id: vendorId, fields, change_id: change.id } },
            {
              onSuccess: (values) => setClear(values as Record<string, string>),
              onError: (error) =>
                show({ message: texts.numbersNotShown({ message: error.message }), tone: 'refused' }),
            },
          )
        }
      >
        {texts.revealTheNewNumbers}
      </CommandButton>
    )
  }
  return (
    <Facts
      title={texts.newNumbers}
      facts={fields.map((field) => ({
        label: fieldOf(field).label,
        value: <ClearNumber field={field} clear={clear[field] ?? ''} />,
      }))}
    />
  )
}
