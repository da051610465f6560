import { Link } from '#kit/web/link.tsx'
import type { ReleaseDetail } from '../contract.ts'
import { titleOf } from '../section-contract.ts'
import { texts } from '../texts.ts'
import { releaseRecord } from './links.ts'
import classes from './release-panels.module.css'

/** Warns of other scheduled releases that hold the same sections. */
export function Clashes({ clashes }: { clashes: ReleaseDetail['clashes'] }) {
  return (
    <section className={classes.warning} aria-label={texts.clashTitle}>
      <h2>{texts.clashTitle}</h2>
      <ul>
        {clashes.map(({ id, title, sections }) => (
          <li key={id}>
            {texts.clashOf({
              title: <bdi key="title">{title}</bdi>,
              sections: sections.map(titleOf).join(', '),
              link: (words) => (
                <Link key="link" href={releaseRecord({ id })}>
                  {words}
                </Link>
              ),
            })}
          </li>
        ))}
      </ul>
      <p>{texts.clashHint}</p>
    </section>
  )
}
