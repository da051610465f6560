import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { VendorReview } from '#features/vendors/contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark, type Tone } from '#kit/web/status-mark.tsx'
import { Ago } from '#kit/web/values.tsx'
import { type Requirement, requirementNames, requirements, requirementWords } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './requirements-panel.module.css'

const RequirementDialog = lazyOf(() => import('./requirement-dialog.tsx'), 'RequirementDialog')

const stateWords: Readonly<Record<Requirement['state'], string>> = {
  missing: texts.missing,
  checked: texts.checked,
  open: texts.open,
  accepted: texts.accepted,
  sent_back: texts.sentBack,
  waived: texts.waived,
}
const tones: Readonly<Record<Requirement['state'], Tone>> = {
  missing: 'waiting',
  checked: 'off',
  open: 'waiting',
  accepted: 'good',
  sent_back: 'refused',
  waived: 'info',
}

/** What an approval would override; undefined until it is known, and the warnings of the record if it cannot be. */
export function useUnmet({ id, checks }: VendorReview): readonly string[] | undefined {
  const { data, isError } = useEndpoint(requirements.list, { id })
  const warnings = () => checks.filter(({ level }) => level === 'warning').map(({ message }) => message)
  return data?.unmet ?? (isError ? warnings() : undefined)
}

/** What a vendor has to show: each with its state, who decided, and the decision. */
export function RequirementsPanel({ vendorId: id, version }: { vendorId: string; version: number }) {
  const read = useEndpoint(requirements.list, { id })
  const { data } = read
  const may = useCan()(requirements.decide)
  const [asked, setAsked] = useState<Requirement | null>(null)
  return (
    <SideCard title={texts.requirements}>
      <ReadFailure of={read} what={texts.requirementsNotLoaded} />
      <ul className={classes.rows}>
        {requirementNames.map((name) => {
          const found = data?.requirements.find((one) => one.name === name)
          const title = requirementWords[name]
          return (
            <li key={name}>
              <span className={classes.name}>{title}</span>
              {found ? (
                <StatusMark tone={tones[found.state]}>{stateWords[found.state]}</StatusMark>
              ) : (
                <span aria-hidden="true">{read.isError ? '–' : '…'}</span>
              )}
              {may && (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={!found}
                  aria-label={texts.decide({ name: title })}
                  onClick={() => setAsked(found ?? null)}
                >
                  {texts.decideShort}
                </Button>
              )}
              {found?.decided_at && (
                <p className={classes.by}>
                  {texts.byPerson({ name: found.decided_by, at: <Ago at={found.decided_at} /> })}
                  {found.note && <span dir="auto"> {found.note}</span>}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {asked && (
        <Suspense fallback={null}>
          <RequirementDialog
            vendorId={id}
            version={version}
            requirement={asked}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </SideCard>
  )
}
