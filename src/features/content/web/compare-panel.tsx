import { NativeSelect } from '@mantine/core'
import { useEndpoint } from '#kit/web/client.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { Read, ReadFailure } from '#kit/web/read-failure.tsx'
import { type ReleaseDetail, releases } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './release-panels.module.css'
import { SectionComparisons } from './section-comparison-panel.tsx'

/** What a release shows beside what was live before it, or beside another release; which one is in the address. */
export function ComparePanel({ release }: { release: ReleaseDetail }) {
  const [state, setState] = useUrlState()
  const other = state.get('with') ?? ''
  const published = useEndpoint(releases.list, { limit: 100, state: 'published' })
  const { rows = [] } = published.data ?? {}
  const others = rows.filter(({ id }) => id !== release.id)
  return (
    <section className={`box ${classes.panel}`}>
      <header className={classes.head}>
        <h2>{release.state === 'published' ? texts.whatItChanged : texts.whatItChanges}</h2>
        <NativeSelect
          className={classes.compared}
          size="xs"
          label={texts.compareWith}
          value={other}
          // It is there before the other releases are known, so that what follows keeps its place. Without any it is not shown.
          disabled={others.length === 0}
          mod={{ none: published.isSuccess && others.length === 0 }}
          onChange={(event) => setState({ with: event.currentTarget.value })}
          data={[
            { value: '', label: texts.whatWasBefore },
            ...others.map(({ id, number, title }) => ({
              value: id,
              label: texts.releaseAndTitle({ number: number ?? 0, title }),
            })),
          ]}
        />
      </header>
      <ReadFailure of={published} what={texts.othersNotLoaded} />
      {other === '' ? (
        <SectionComparisons pairs={release.pairs} />
      ) : (
        <Compared id={other} other={release.id} />
      )}
    </section>
  )
}

function Compared({ id, other }: { id: string; other: string }) {
  const found = useEndpoint(releases.compare, { id, other })
  return (
    <Read of={found} what={texts.comparisonFailed}>
      {(pairs) => (
        <>
          <p className={classes.quiet}>{texts.compareHint}</p>
          <SectionComparisons pairs={pairs} />
        </>
      )}
    </Read>
  )
}
