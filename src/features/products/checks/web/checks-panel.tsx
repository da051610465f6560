import { useEffect, useMemo, useState } from 'react'
import { productRecord } from '#features/products/web/links.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { Read } from '#kit/web/read-failure.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { type Finding, type FoundChecks, listingChecks } from '../contract.ts'
import { texts } from '../texts.ts'
import { checkWords, findingWords, openWarnings } from '../words-contract.ts'
import classes from './checks-panel.module.css'

/** A decision waits so long for the checks: checks that stand still must not hold it for ever. */
const longestWaitMs = 15_000

/** What an approval would override, in words, or that the checks are unknown; undefined while they are awaited. */
export function useFindings({ id }: { id: string }): readonly string[] | undefined {
  const { data, isError } = useEndpoint(listingChecks.found, { id })
  const isAwaited = data?.is_checked === false
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setLate(true), longestWaitMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isAwaited])
  return useMemo(() => {
    if (!data) return isError ? [texts.loadFailed] : undefined
    return !isAwaited || isLate ? openWarnings(data) : undefined
  }, [data, isError, isAwaited, isLate])
}

/** How often what is not checked yet is asked for again; the checks take a few seconds. */
const lookAgainMs = 2_000

/** What the checks found of a listing, each with its weight, and the risk that they sum up to. */
export function ChecksPanel({ productId }: { productId: string }) {
  const found = useEndpoint(listingChecks.found, { id: productId })
  const { refetch } = found
  const isAwaited = found.data?.is_checked === false
  // The checks run shortly after each change of a listing, and leave no change of their own to be told of.
  useEffect(() => {
    if (!isAwaited) return
    const timer = setInterval(() => void refetch(), lookAgainMs)
    return () => clearInterval(timer)
  }, [isAwaited, refetch])
  return (
    <SideCard title={texts.checksHeading}>
      <div className={classes.panel}>
        <Read of={found} what={texts.loadFailed}>
          {(data) => <FoundList found={data} />}
        </Read>
      </div>
    </SideCard>
  )
}

function FoundList({ found: { is_checked, risk, findings } }: { found: FoundChecks }) {
  return (
    <>
      {!is_checked && <p className={classes.quiet}>{texts.notCheckedYet}</p>}
      {is_checked && findings.length === 0 && <p>{texts.nothingFound}</p>}
      {findings.length > 0 && (
        <>
          <p title={texts.riskMeaning}>
            <StatusMark tone="waiting">{texts.risk({ risk })}</StatusMark>
          </p>
          <ul className={classes.findings}>
            {findings.map((finding) => (
              <FindingEntry key={finding.check} finding={finding} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function FindingEntry({ finding }: { finding: Finding }) {
  const { check, weight, products } = finding
  return (
    <li>
      <div className={classes.title}>
        <strong>{checkWords[check].title}</strong>
        <span className={classes.quiet}>{texts.plus({ weight })}</span>
      </div>
      <p dir="auto">{findingWords(finding)}</p>
      {products.map((product) => (
        <Link key={product.id} href={productRecord(product)} className={classes.alike}>
          {product.cover_image && (
            <img src={`/media/${product.cover_image}-96.webp`} alt="" width={32} height={32} loading="lazy" />
          )}
          <span>
            <bdi>{product.product_name}</bdi> <small className={classes.quiet}>{product.shop_name}</small>
          </span>
        </Link>
      ))}
    </li>
  )
}
