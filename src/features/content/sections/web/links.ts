import type { ReleasedName } from '#features/content/section-contract.ts'
import { screenAt } from '#kit/web/address.ts'
import { faqSettingPath } from '../screen-contract.ts'

/** An editor opens at an entry and a field, as they were picked in a preview. */
interface Place {
  item?: string
  field?: string
}

export const sliderBanners = screenAt<Place>('/homepage-settings-sliders-banners')
export const subSliderBanners = screenAt<Place>('/homepage-setting-sub-slider-banners')
export const services = screenAt<Place>('/homepage-setting-services')
export const popularCategoriesBanner = screenAt<Place>('/homepage-setting-popular-categories-banner')
export const centerLargeBanner = screenAt<Place>('/homepage-setting-center-large-banner')
export const bottomSmallBanner = screenAt<Place>('/homepage-setting-bottom-small-banner')
export const homepageCms = screenAt<Place>('/Homepage-setting-cms')
export const logo = screenAt<Place>('/general-setting-logo')
export const favicon = screenAt<Place>('/general-setting-favicon')
export const loader = screenAt<Place>('/general-setting-loader')
export const popupBanner = screenAt<Place>('/general-setting-popupbanner')
export const aboutUs = screenAt<Place>('/about-us')
const faqSetting = screenAt<Place>(faqSettingPath)
export const blogSetting = screenAt<Place>('/blog-setting')
export const storesSetting = screenAt<Place>('/stores-setting')

/** The editor of each section. */
export const editors: Readonly<Record<ReleasedName, (place?: Place) => string>> = {
  slider_banners: sliderBanners,
  sub_slider_banners: subSliderBanners,
  services,
  popular_categories_banners: popularCategoriesBanner,
  center_large_banner: centerLargeBanner,
  bottom_small_banners: bottomSmallBanner,
  homepage: homepageCms,
  about_us: aboutUs,
  stores_page: storesSetting,
  faq_page: faqSetting,
  blog_page: blogSetting,
  logos: logo,
  favicon,
  loader,
  popup_banner: popupBanner,
  faqs: faqSetting,
}
