import { describe, expect, expectTypeOf, test } from 'vitest'
import type { WindowContent } from '#features/content/contract.ts'
import { emptyValue, type SectionValue, sectionNames } from '#features/content/section-contract.ts'
import type { Content, SectionKey, Sections } from './contract.ts'

describe('what the window knows of the content', () => {
  test('is what the sections declare, field by field', () => {
    type Known = Exclude<SectionKey, 'faqs'>
    type Declared = { [Name in Known]: SectionValue<Name> }
    // Types that differ do not compile.
    expectTypeOf<Declared>().toExtend<Pick<Sections, Known>>()
    const asShown = (content: WindowContent): Content => content
    expect(asShown({ release: 1, sections: {} as never })).toEqual({ release: 1, sections: {} })
    const known: Record<Known, true> = {
      slider_banners: true,
      sub_slider_banners: true,
      services: true,
      popular_categories_banners: true,
      center_large_banner: true,
      bottom_small_banners: true,
      homepage: true,
      about_us: true,
      stores_page: true,
      faq_page: true,
      blog_page: true,
      logos: true,
      favicon: true,
      loader: true,
      popup_banner: true,
    }
    expect(sectionNames.filter((name) => !(name in known))).toEqual([])
    expect(Object.keys(known).filter((name) => emptyValue(name as Known) === undefined)).toEqual([])
  })
})
