import type { ReleasedName } from '#features/content/section-contract.ts'
import { type ScreenAddress, screenAt } from '#kit/web/address.ts'
import { faqSettingPath } from '../screen-contract.ts'

/** An editor opens at an entry and a field, as they were picked in a preview. */
interface Place {
  item?: string
  field?: string
}

export const logo = screenAt<Place>('/general-setting-logo')
const faqSetting = screenAt<Place>(faqSettingPath)

/** The editor of each section. */
export const editors: Readonly<Record<ReleasedName, ScreenAddress<Place>>> = {
  slider_banners: screenAt('/homepage-settings-sliders-banners'),
  sub_slider_banners: screenAt('/homepage-setting-sub-slider-banners'),
  services: screenAt('/homepage-setting-services'),
  popular_categories_banners: screenAt('/homepage-setting-popular-categories-banner'),
  center_large_banner: screenAt('/homepage-setting-center-large-banner'),
  bottom_small_banners: screenAt('/homepage-setting-bottom-small-banner'),
  homepage: screenAt('/Homepage-setting-cms'),
  about_us: screenAt('/about-us'),
  stores_page: screenAt('/stores-setting'),
  faq_page: faqSetting,
  blog_page: screenAt('/blog-setting'),
  logos: logo,
  favicon: screenAt('/general-setting-favicon'),
  loader: screenAt('/general-setting-loader'),
  popup_banner: screenAt('/general-setting-popupbanner'),
  faqs: faqSetting,
}
