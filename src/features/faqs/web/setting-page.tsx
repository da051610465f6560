import { SectionScreen } from '#features/content/sections/web/section-screen-panel.tsx'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { FaqEntries } from './entries-panel.tsx'

/** FAQ: the texts of the page, and below them new questions with their answers. */
export function FaqSettingPage() {
  return (
    <SectionScreen name="faq_page" title={menuTexts.setting} submit={texts.update} extra={<FaqEntries />} />
  )
}
