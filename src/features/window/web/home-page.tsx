import type { ReactNode } from 'react'
import type { Answers, Banner, Content, SectionKey, Service } from '../contract.ts'
import { texts } from '../texts.ts'
import { BannerCard } from './banner-panel.tsx'
import { Carousel } from './carousel-panel.tsx'
import { WindowPicture } from './picture-panel.tsx'
import { Products } from './products-panel.tsx'
import { useMarks, useSetting } from './use-marks.tsx'
import { homePartsOf, itemsOf, pictureOf, sectionOf, textIn } from './window-model.ts'

/** How wide the pictures of each section are shown. */
const sizes: Readonly<Record<BannerSection, string | undefined>> = {
  slider_banners: undefined,
  sub_slider_banners: '(min-width: 1200px) 330px, (min-width: 550px) 343px, 100vw',
  popular_categories_banners: '(min-width: 768px) 450px, (min-width: 550px) 50vw, 100vw',
  center_large_banner: '(min-width: 632px) 600px, 100vw',
  bottom_small_banners: '(min-width: 768px) 60vw, 100vw',
}

type BannerSection = Extract<
  SectionKey,
  | 'slider_banners'
  | 'sub_slider_banners'
  | 'popular_categories_banners'
  | 'center_large_banner'
  | 'bottom_small_banners'
>

/** The homepage: its parts in the order that the content gives, each only if it has something to show. */
export function HomePage({ content, answers }: { content: Content; answers: Answers }) {
  const homepage = sectionOf(content, 'homepage')
  const marks = useMarks('homepage')
  const welcome = textIn(homepage.welcome)
  const name = textIn(sectionOf(content, 'logos').shop_name)
  return (
    <>
      <h1 className={welcome ? 'welcome' : 'unseen'} dir="auto" {...marks('welcome')}>
        {welcome || name || texts.shop}
      </h1>
      {homePartsOf(content).map((part, index) => (
        <Part key={part} name={part} content={content} answers={answers} isFirst={index === 0} />
      ))}
    </>
  )
}

interface PartProps {
  name: string
  content: Content
  answers: Answers
  isFirst: boolean
}

function Part({ name, content, answers, isFirst }: PartProps): ReactNode {
  if (name === 'slider_banners')
    return <Sliders content={content} section={name} isFirst={isFirst} isMoving />
  if (name === 'sub_slider_banners')
    return <Banners content={content} section={name} heading={texts.offers} isFirst={isFirst} isHidden />
  if (name === 'services') return <Services content={content} />
  if (name === 'popular_categories_banners') return <PopularCategories content={content} isFirst={isFirst} />
  if (name === 'products') return <NewProducts content={content} answers={answers} />
  if (name === 'center_large_banner') return <Sliders content={content} section={name} isFirst={isFirst} />
  if (name === 'bottom_small_banners')
    return <Banners content={content} section={name} heading={texts.moreOffers} isFirst={isFirst} isHidden />
  return null
}

function useBanners(content: Content, section: BannerSection): Partial<Banner>[] {
  const { now } = useSetting()
  const { items } = sectionOf(content, section) as { items?: Banner[] }
  // What has neither a picture nor words has nothing to show.
  return itemsOf(items, now).filter(
    (banner) =>
      pictureOf(banner.image) || textIn(banner.title) || textIn(banner.sub_title) || textIn(banner.cta),
  )
}

interface SlidersProps {
  content: Content
  section: 'slider_banners' | 'center_large_banner'
  isFirst: boolean
  isMoving?: boolean
}

/** Large banners, one at a time at every width. */
function Sliders({ content, section, isFirst, isMoving = false }: SlidersProps) {
  const banners = useBanners(content, section)
  const marks = useMarks(section)
  if (banners.length === 0) return null
  return (
    <Carousel
      label={isMoving ? texts.banners : texts.collections}
      className={section === 'slider_banners' ? 'sliders' : 'center-large'}
      isMoving={isMoving}
      marks={marks()}
      slides={banners.map((banner, index) => ({
        key: banner.id ?? String(index),
        content: (
          <BannerCard
            section={section}
            banner={banner}
            heading="h2"
            isFirst={isFirst && index === 0}
            sizes={sizes[section]}
          />
        ),
      }))}
    />
  )
}

interface BannersProps {
  content: Content
  section: BannerSection
  heading: string
  isFirst: boolean
  /** Read out and not shown: the pictures speak for themselves. */
  isHidden?: boolean
  headingField?: Record<string, string>
}

function Banners({ content, section, heading, isFirst, isHidden = false, headingField }: BannersProps) {
  const banners = useBanners(content, section)
  const marks = useMarks(section)
  if (banners.length === 0) return null
  return (
    <section className={`part ${section.replaceAll('_', '-')}`} {...marks()}>
      <h2 className={isHidden ? 'unseen' : 'part-heading'} dir="auto" {...headingField}>
        {heading}
      </h2>
      <ul className="banners">
        {banners.map((banner, index) => (
          <li key={banner.id ?? index} className={isWide(banner) ? 'wide-banner' : undefined}>
            <BannerCard
              section={section}
              banner={banner}
              isFirst={isFirst && index < 2}
              sizes={sizes[section]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Small banners come in two shapes: 690 × 315 takes the room of two of 330 × 315. */
function isWide({ image }: Partial<Banner>): boolean {
  const picture = pictureOf(image)
  return picture !== null && picture.width / picture.height > 1.6
}

function PopularCategories({ content, isFirst }: { content: Content; isFirst: boolean }) {
  const heading = textIn(sectionOf(content, 'homepage').popular_heading) || texts.popularCategories
  const marks = useMarks('homepage')
  return (
    <Banners
      content={content}
      section="popular_categories_banners"
      heading={heading}
      isFirst={isFirst}
      headingField={marks('popular_heading')}
    />
  )
}

/** The newest products of all stores. */
function NewProducts({ content, answers: { products = [] } }: { content: Content; answers: Answers }) {
  const heading = textIn(sectionOf(content, 'homepage').products_heading) || texts.newProducts
  const marks = useMarks('homepage')
  if (products.length === 0) return null
  return (
    <section className="part" {...marks()}>
      <h2 className="part-heading" dir="auto" {...marks('products_heading')}>
        {heading}
      </h2>
      <Products products={products} />
    </section>
  )
}

/** What the shop promises: a small picture, a title and a line each. */
function Services({ content }: { content: Content }) {
  const { now } = useSetting()
  const services = itemsOf(sectionOf(content, 'services').items, now).filter(({ title, sub_title }) =>
    Boolean(textIn(title) || textIn(sub_title)),
  )
  const marks = useMarks('services')
  if (services.length === 0) return null
  return (
    <section className="part services" {...marks()}>
      <h2 className="unseen">{texts.services}</h2>
      <ul>
        {services.map((service, index) => (
          <ServiceLine key={service.id ?? index} service={service} />
        ))}
      </ul>
    </section>
  )
}

function ServiceLine({ service: { id, icon, title, sub_title } }: { service: Service }) {
  const marks = useMarks('services', id)
  return (
    <li dir="auto" {...marks()}>
      <WindowPicture picture={icon} className="service-icon" marks={marks('icon')} />
      <div>
        <h3 {...marks('title')}>{textIn(title)}</h3>
        <p {...marks('sub_title')}>{textIn(sub_title)}</p>
      </div>
    </li>
  )
}
