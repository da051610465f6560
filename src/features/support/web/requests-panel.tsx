import card from '#kit/web/card.module.css'
import { Link } from '#kit/web/link.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { myRequestList } from './links.ts'

/** The way from My Account to the person's own requests. */
export function RequestsPanel() {
  return (
    <section className={`box ${card.card}`} style={{ minHeight: 0 }} aria-labelledby="my-requests">
      <h2 id="my-requests">{menuTexts.myRequests}</h2>
      <p>{texts.myRequestsHint}</p>
      <p>
        <Link href={myRequestList()}>{texts.seeMyRequests}</Link>
      </p>
    </section>
  )
}
