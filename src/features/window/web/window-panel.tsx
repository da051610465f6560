import { type ReactNode, useMemo } from 'react'
import { MailPage } from '#features/window/mails/web/mail-page.tsx'
import { AboutPage, NothingHere } from '#features/window/reading/web/about-page.tsx'
import { BlogPage } from '#features/window/reading/web/blog-page.tsx'
import { FaqPage } from '#features/window/reading/web/faq-page.tsx'
import { PostPage } from '#features/window/reading/web/post-page.tsx'
import { StorePage, StoresPage } from '#features/window/reading/web/stores-page.tsx'
import { momentOf } from '#kit/contract/words.ts'
import type { Shown } from '../contract.ts'
import { texts } from '../texts.ts'
import { ShopFrame } from './frame-panel.tsx'
import { HomePage } from './home-page.tsx'
import { addressOf } from './links.ts'
import { Loader } from './loader-panel.tsx'
import { Popup } from './popup-dialog.tsx'
import { SettingContext } from './use-marks.tsx'

interface WindowProps {
  shown: Shown
  focus?: string | null
  /** The entry that is edited. */
  focusItem?: string | null
  /** In a preview, the moment that entries are held against. */
  now?: number | null
}

/** The whole shop window at one page, drawn from nothing but the answers it is given. */
export function ShopWindow({ shown, focus = null, focusItem = null, now = null }: WindowProps) {
  const { place, content, preview } = shown
  const isMarked = preview === 'frame'
  const setting = useMemo(
    () => ({ base: place.base, now, isMarked, focus, focusItem }),
    [place.base, now, isMarked, focus, focusItem],
  )
  return (
    <SettingContext value={setting}>
      {preview === 'link' ? <DraftBar until={shown.openUntil} /> : null}
      <ShopFrame shown={shown}>{pageOf(shown)}</ShopFrame>
      {place.page === 'home' ? <Popup content={content} /> : null}
      <Loader content={content} />
    </SettingContext>
  )
}

function pageOf({ place, content, answers, preview }: Shown): ReactNode {
  if (place.page === 'home') return <HomePage content={content} answers={answers} />
  if (place.page === 'about-us') return <AboutPage content={content} />
  if (place.page === 'faq') return <FaqPage content={content} answers={answers} />
  if (place.page === 'blog') return <BlogPage content={content} answers={answers} place={place} />
  if (place.page === 'stores') return <StoresPage content={content} answers={answers} place={place} />
  if (place.page === 'confirm' || place.page === 'unsubscribe')
    return <MailPage key={place.page} page={place.page} />
  if (place.page === 'post' && answers.post)
    return <PostPage post={answers.post} content={content} isCounted={preview === null} />
  if (place.page === 'store' && answers.store)
    return <StorePage store={answers.store} content={content} place={place} />
  return <NothingHere home={addressOf(place.base, 'home')} />
}

/** Says that what is shown is not live. */
function DraftBar({ until }: { until: string | undefined }) {
  return (
    <p className="draft-bar" role="note">
      {until ? texts.draftUntil({ moment: momentOf(until) }) : texts.draft}
    </p>
  )
}
