import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { mainCategories } from '#features/categories/web/links.ts'
import { logo } from '#features/content/sections/web/links.ts'
import { usePreferring } from '#features/identity/account/web/pins-panel.tsx'
import { session } from '#features/identity/session/contract.ts'
import { staffList } from '#features/staff/web/links.ts'
import { pendingVendors } from '#features/vendors/web/links.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { useMayOpen } from '#kit/web/record-screens.ts'
import { type StartStep, startSteps } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './start-panel.module.css'

const code = (command: string) => (
  <code key={command} dir="ltr">
    {command}
  </code>
)

const steps: Record<StartStep, { label: string; text: ReactNode; href?: string }> = {
  company: { label: texts.nameShop, text: texts.nameShopText, href: logo() },
  staff: { label: texts.inviteStaff, text: texts.inviteStaffText, href: staffList() },
  // A key is shown once, where the server runs.
  intake_key: { label: texts.createKey, text: texts.createKeyText({ code }) },
  categories: { label: texts.addCategories, text: texts.addCategoriesText, href: mainCategories() },
  vendor: { label: texts.firstVendor, text: texts.firstVendorText, href: pendingVendors() },
}

/** What a new installation needs, each step done by doing it. It goes when all is done, with the first order, or when its reader puts it away. */
export function StartPanel({ done }: { done: readonly StartStep[] }) {
  const prefer = usePreferring()
  const mayOpen = useMayOpen()
  const settings = useEndpoint(session.account, {}).data?.settings
  if (settings?.hides_first_steps) return null
  const next = startSteps.find((step) => !done.includes(step))
  return (
    <section className={`box ${classes.start}`} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{texts.firstSteps}</h2>
        <span>{texts.stepsDone({ done: done.length, all: startSteps.length })}</span>
        <Button size="xs" variant="subtle" color="gray" onClick={() => prefer({ hides_first_steps: true })}>
          {texts.hideSteps}
        </Button>
      </header>
      <ol>
        {startSteps.map((step) => {
          const { label, text, href } = steps[step]
          const isDone = done.includes(step)
          return (
            <li key={step} data-state={isDone ? 'done' : step === next ? 'next' : 'open'}>
              {isDone ? (
                <IconCircleCheckFilled size={20} aria-label={texts.stepDone} role="img" />
              ) : (
                <IconCircle size={20} aria-hidden="true" />
              )}
              <div>
                {href && !isDone && mayOpen(href) ? (
                  <Link href={href}>{label}</Link>
                ) : (
                  <strong>{label}</strong>
                )}
                {!isDone && <p>{text}</p>}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
