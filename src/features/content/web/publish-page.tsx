import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Radio.css'
import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { UndescribedPictures } from '#features/media/web/undescribed-panel.tsx'
import { momentOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { MomentField } from '#kit/web/fields/moment-field.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { ChangedNotice } from '#kit/web/record/opened-record.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record/record-layout.tsx'
import { releases, type WaitingSection } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { titleOf } from '../section-contract.ts'
import { texts } from '../texts.ts'
import { releaseList } from './links.ts'
import { PreviewLinks } from './preview-links-panel.tsx'
import classes from './release-panels.module.css'
import { SectionComparison } from './section-comparison-panel.tsx'
import { undescribedOf } from './undescribed-model.ts'
import { usePublish } from './use-publish.ts'

const back = { href: releaseList(), label: menuTexts.releases }

/** Everything that waits in the working copies, side by side with what is live, and its release: now or at a time. */
export function PublishPage() {
  const waiting = useEndpoint(releases.waiting, {})
  // What was kept of an earlier visit is not what waits now.
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (!waiting.isFetching) setRead(true)
  }, [waiting.isFetching])
  if (waiting.isLoadingError) return <ReadFailure of={waiting} what={texts.waitingFailed} />
  if (!waiting.data || !isRead) return <RecordSkeleton />
  return <Publish fresh={waiting.data} />
}

const versionsOf = (sections: readonly WaitingSection[]) =>
  sections.map(({ section, version }) => `${section} ${version}`).join()

/** What is published is what was looked at: what others save meanwhile is shown when the person asks for it. */
function Publish({ fresh }: { fresh: readonly WaitingSection[] }) {
  const [waiting, setWaiting] = useState(fresh)
  const form = usePublish(waiting)
  const hasChanged = versionsOf(fresh) !== versionsOf(waiting) && !form.create.isPending
  return (
    <RecordLayout
      back={back}
      title={menuTexts.publish}
      status={null}
      sideLabel={texts.draftLinks}
      main={
        <>
          {form.guard.dialog}
          {hasChanged && <ChangedNotice onShow={() => setWaiting(fresh)} />}
          {waiting.length === 0 ? (
            <section className={`box ${classes.panel}`}>
              <h2>{texts.nothingWaits}</h2>
              <p className={classes.quiet}>{texts.nothingWaitsHint}</p>
            </section>
          ) : (
            <Waiting waiting={waiting} form={form} />
          )}
        </>
      }
      side={
        <>
          {waiting.length > 0 && <ReleaseForm form={form} />}
          <PreviewLinks />
        </>
      }
    />
  )
}

type Form = ReturnType<typeof usePublish>

function Waiting({ waiting, form }: { waiting: readonly WaitingSection[]; form: Form }) {
  const { chosen, hasAll, choose, chooseAll } = form
  const isChosen = (name: string) => chosen.some(({ section }) => section === name)
  return (
    <section className={`box ${classes.panel}`}>
      <header className={classes.head}>
        <h2>{texts.chooseWhat}</h2>
        <Checkbox
          label={texts.chooseAll}
          checked={hasAll}
          indeterminate={chosen.length > 0 && !hasAll}
          onChange={(event) => chooseAll(event.currentTarget.checked)}
        />
      </header>
      <p className={classes.quiet} role="status">
        {texts.chosenOf({ chosen: chosen.length, all: waiting.length })}
      </p>
      {waiting.map(({ section, before, after, is_changed, changed_at, changed_by }) => (
        <section
          key={section}
          className={classes.choice}
          aria-label={titleOf(section)}
          data-off={isChosen(section) ? undefined : ''}
        >
          <Checkbox
            label={titleOf(section)}
            description={
              changed_at && changed_by
                ? texts.lastChanged({ at: momentOf(changed_at), name: changed_by })
                : undefined
            }
            checked={isChosen(section)}
            onChange={(event) => choose(section, event.currentTarget.checked)}
          />
          {!is_changed && <p className={classes.quiet}>{texts.wayBack}</p>}
          <SectionComparison section={section} before={before} after={after} />
        </section>
      ))}
    </section>
  )
}

function ReleaseForm({ form }: { form: Form }) {
  const { create, typed, change, errors, chosen, isLater, submit, scheduled, clashes } = form
  const isAtField = Object.keys(errors).length > 0
  return (
    <SideCard title={menuTexts.release}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={texts.title}
          maxLength={120}
          dir="auto"
          value={typed.title}
          error={errors.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <Textarea
          label={texts.note}
          placeholder={texts.notePlaceholder}
          maxLength={1_000}
          autosize={false}
          rows={3}
          dir="auto"
          value={typed.note}
          error={errors.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <Radio.Group label={texts.when} value={typed.when} onChange={(when) => change({ when })}>
          <div className={classes.form}>
            <Radio value="now" label={texts.now} />
            <Radio value="later" label={texts.atATime} />
          </div>
        </Radio.Group>
        {isLater && (
          <MomentField
            label={texts.time}
            value={typed.publish_at}
            error={errors.publish_at}
            onChange={(event) => change({ publish_at: event.currentTarget.value })}
          />
        )}
        <ReadFailure of={scheduled} what={texts.scheduledNotLoaded} />
        {clashes.map(({ id, title, publish_at, sections }) => (
          <p key={id} className={classes.warning}>
            {texts.clashesWith({
              ...{ title, at: momentOf(publish_at) },
              sections: sections.map(titleOf).join(', '),
            })}
          </p>
        ))}
        <UndescribedPictures places={undescribedOf(chosen)} />
        {create.error && !isAtField && <ChangeFailure error={create.error} />}
        <CommandButton type="submit" isPending={create.isPending} disabled={chosen.length === 0}>
          {isLater ? texts.scheduleVerb : texts.publishVerb}
        </CommandButton>
      </form>
    </SideCard>
  )
}
