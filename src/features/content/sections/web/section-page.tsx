import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import { SectionScreen } from './section-screen-panel.tsx'

/** Slider Banners: the large banners at the top of the homepage. */
export function SliderBannersPage() {
  return <SectionScreen name="slider_banners" title={menuTexts.sliderBanners} />
}

/** Sub Slider Banners: the small banners below the slider. */
export function SubSliderBannersPage() {
  return <SectionScreen name="sub_slider_banners" title={menuTexts.subSliderBanners} />
}

/** Services: icons with a title and a sub title. */
export function ServicesPage() {
  return <SectionScreen name="services" title={menuTexts.services} />
}

/** Popular Categories Banners. */
export function PopularCategoriesBannerPage() {
  return <SectionScreen name="popular_categories_banners" title={menuTexts.popularCategoriesBanners} />
}

/** Center Large Banner. */
export function CenterLargeBannerPage() {
  return <SectionScreen name="center_large_banner" title={menuTexts.centerLargeBanner} />
}

/** Bottom Small Banners, in two widths. */
export function BottomSmallBannerPage() {
  return <SectionScreen name="bottom_small_banners" title={menuTexts.bottomSmallBanners} />
}

/** Homepage (CMS): the texts of the homepage and the order of its parts. */
export function HomepageCmsPage() {
  return <SectionScreen name="homepage" title={menuTexts.homepageCms} submit={texts.update} />
}

/** Logo: three upload cards. */
export function LogoPage() {
  return <SectionScreen name="logos" title={menuTexts.logo} />
}

/** Favicon: one upload. */
export function FaviconPage() {
  return <SectionScreen name="favicon" title={menuTexts.favicon} submit={texts.submit} />
}

/** Loader: the picture that shoppers see while the shop loads. */
export function LoaderPage() {
  return <SectionScreen name="loader" title={menuTexts.loader} submit={texts.submit} />
}

/** Popup Banner: shown once to a shopper, from and until. */
export function PopupBannerPage() {
  return <SectionScreen name="popup_banner" title={menuTexts.popupBanner} />
}

/** About Us. */
export function AboutUsPage() {
  return <SectionScreen name="about_us" title={menuTexts.aboutUs} submit={texts.update} />
}

/** Blog: the texts of the page. */
export function BlogSettingPage() {
  return <SectionScreen name="blog_page" title={menuTexts.blog} submit={texts.update} />
}

/** Stores: the texts of the page that lists all stores. */
export function StoresSettingPage() {
  return <SectionScreen name="stores_page" title={menuTexts.stores} submit={texts.update} />
}
