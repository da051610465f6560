import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  sliderBanners: 'Slider Banners',
  subSliderBanners: 'Sub Slider Banners',
  services: 'Services',
  popularCategoriesBanners: 'Popular Categories Banners',
  centerLargeBanner: 'Center Large Banner',
  bottomSmallBanners: 'Bottom Small Banners',
  homepageCms: 'Homepage (CMS)',
  logo: 'Logo',
  favicon: 'Favicon',
  loader: 'Loader',
  popupBanner: 'Popup Banner',
  aboutUs: 'About Us',
  blog: 'Blog',
  stores: 'Stores',
})
