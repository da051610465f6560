import type { Content } from '#features/window/contract.ts'
import { texts } from '#features/window/texts.ts'
import { WindowPicture } from '#features/window/web/picture-panel.tsx'
import { useMarks } from '#features/window/web/use-marks.tsx'
import { sectionOf, textIn } from '#features/window/web/window-model.ts'
import { PageHead } from './article-panel.tsx'
import { RichText } from './rich-text-panel.tsx'

export function AboutPage({ content }: { content: Content }) {
  const about = sectionOf(content, 'about_us')
  const marks = useMarks('about_us')
  return (
    <article className="narrow">
      <PageHead title={textIn(about.title) || texts.aboutUs} titleMarks={marks('title')} />
      <WindowPicture
        picture={about.banner}
        className="page-banner"
        sizes="(min-width: 792px) 760px, 100vw"
        isFirst
        marks={marks('banner')}
      />
      <div {...marks('text')}>
        <RichText html={textIn(about.text)} />
      </div>
    </article>
  )
}

/** What is shown where there is no page. */
export function NothingHere({ home }: { home: string }) {
  return (
    <div className="narrow nothing">
      <PageHead title={texts.nothingHere} intro={texts.nothingHereMore} />
      <a className="button" href={home}>
        {texts.toHome}
      </a>
    </div>
  )
}
