import type { Banner, Picture } from '../contract.ts'
import { texts } from '../texts.ts'
import { WindowPicture } from './picture-panel.tsx'
import { useMarks, useSetting } from './use-marks.tsx'
import { colorClass, hrefOf, relOf, sizeClass, textIn } from './window-model.ts'

interface BannerProps {
  section: string
  banner: Partial<Banner>
  /** The level of its title below the heading of the page. */
  heading?: 'h2' | 'h3'
  isFirst?: boolean
  /** How wide its picture is shown. */
  sizes?: string | undefined
}

const wordsClass = (...names: string[]) => names.filter(Boolean).join(' ')

/** A picture with its texts in the colours and sizes that were chosen for it, and one way on. */
export function BannerCard({
  section,
  banner,
  heading: Heading = 'h3',
  isFirst = false,
  sizes,
}: BannerProps) {
  const { base, isMarked } = useSetting()
  const marks = useMarks(section, banner.id)
  const [title, subTitle, cta] = [banner.title, banner.sub_title, banner.cta].map(textIn)
  const href = hrefOf(base, banner.cta_link)
  const hasWords = Boolean(title || subTitle || cta)
  // A banner without a button is a link as a whole, named by its title or by what its picture says.
  const isWhole = Boolean(href) && !cta
  const picture = (
    <WindowPicture
      picture={withoutEcho(banner.image, isWhole && !title)}
      isFirst={isFirst}
      className="banner-picture"
      {...(sizes ? { sizes } : {})}
      marks={marks('image')}
    />
  )
  const words = hasWords ? (
    // The words of a banner stand together: its first letters say where they begin.
    <div className="banner-words" dir="auto">
      {title ? (
        <Heading
          className={wordsClass('banner-title', sizeClass(banner.title_size), colorClass(banner.title_color))}
          {...marks('title')}
        >
          {title}
        </Heading>
      ) : null}
      {subTitle ? (
        <p
          className={wordsClass(sizeClass(banner.sub_title_size), colorClass(banner.sub_title_color))}
          {...marks('sub_title')}
        >
          {subTitle}
        </p>
      ) : null}
      {cta ? (
        <a className="button" href={href ?? undefined} rel={href ? relOf(href) : undefined} {...marks('cta')}>
          {cta}
        </a>
      ) : null}
    </div>
  ) : null
  const inside = (
    <>
      {picture}
      {words}
    </>
  )
  const isNamed = Boolean(title || subTitle || textIn(banner.image?.alt))
  if (isWhole && href && !isMarked)
    return (
      <a className="banner" href={href} rel={relOf(href)} aria-label={isNamed ? undefined : texts.offer}>
        {inside}
      </a>
    )
  return (
    <div className="banner" {...marks()}>
      {inside}
    </div>
  )
}

/** A link that only a picture names is named by the picture's text even where it was called decorative. */
function withoutEcho(picture: Picture | null | undefined, isName: boolean) {
  return picture && isName && picture.alt ? { ...picture, is_decorative: false } : (picture ?? null)
}
