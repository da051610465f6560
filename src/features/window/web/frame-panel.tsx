import type { ReactNode } from 'react'
import { SubscribeForm } from '#features/window/mails/web/subscribe-panel.tsx'
import type { Content, PageName, Shown } from '../contract.ts'
import { texts } from '../texts.ts'
import { addressOf, mailPages } from './links.ts'
import { WindowPicture } from './picture-panel.tsx'
import { useMarks, useSetting } from './use-marks.tsx'
import { hrefOf, pictureOf, relOf, sectionOf, textIn } from './window-model.ts'

const menu: { page: PageName; text: string }[] = [
  { page: 'home', text: texts.home },
  { page: 'stores', text: texts.stores },
  { page: 'blog', text: texts.blog },
  { page: 'faq', text: texts.faq },
  { page: 'about-us', text: texts.aboutUs },
]

/** The page that the menu marks: a post belongs to the blog, a store to the stores. */
const menuPage: Partial<Record<PageName, PageName>> = { post: 'blog', store: 'stores' }

/** The frame of every page: announcement, logo, menu and footer. */
export function ShopFrame({ shown, children }: { shown: Shown; children: ReactNode }) {
  const { content, place, answers } = shown
  // A reader who comes from a mail has one thing to do.
  const isOfMail = mailPages.includes(place.page)
  return (
    <>
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      {isOfMail ? null : <Announcement content={content} />}
      <header className="head">
        <div className="room">
          <Logo content={content} place="header" />
          {isOfMail ? null : <Menu label={texts.mainMenu} current={place.page} />}
        </div>
      </header>
      <main id="content" className="room" tabIndex={-1}>
        {children}
      </main>
      <footer className="foot">
        {answers.consent && !isOfMail ? <SubscribeForm consent={answers.consent} /> : null}
        <div className="room">
          <Logo content={content} place="footer" />
          {isOfMail ? null : <Menu label={texts.footerMenu} current={place.page} />}
        </div>
      </footer>
    </>
  )
}

function Menu({ label, current }: { label: string; current: PageName }) {
  const { base } = useSetting()
  const own = menuPage[current] ?? current
  return (
    <nav aria-label={label}>
      <ul>
        {menu.map(({ page, text }) => (
          <li key={page}>
            <a
              href={addressOf(base, page)}
              aria-current={page === own ? (page === current ? 'page' : 'true') : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Logo({ content, place }: { content: Content; place: 'header' | 'footer' }) {
  const { base } = useSetting()
  const logos = sectionOf(content, 'logos')
  const marks = useMarks('logos')
  const name = textIn(logos.shop_name) || texts.shop
  const picture = pictureOf(logos[place])
  return (
    <a className="logo" href={addressOf(base, 'home')} {...marks(place)}>
      {picture ? (
        <WindowPicture
          picture={{ ...picture, alt: picture.alt || name, is_decorative: false }}
          isFirst={place === 'header'}
        />
      ) : (
        <span dir="auto" {...marks('shop_name')}>
          {name}
        </span>
      )}
    </a>
  )
}

function Announcement({ content }: { content: Content }) {
  const { base } = useSetting()
  const homepage = sectionOf(content, 'homepage')
  const marks = useMarks('homepage')
  const words = textIn(homepage.announcement)
  if (!words) return null
  const href = hrefOf(base, homepage.announcement_link)
  return (
    <aside className="announcement" aria-label={texts.announcement} {...marks('announcement')}>
      <p dir="auto">
        {href ? (
          <a href={href} rel={relOf(href)}>
            {words}
          </a>
        ) : (
          words
        )}
      </p>
    </aside>
  )
}
