import { screenAt } from '#kit/web/address.ts'

/** What a view shows: what is live, the working copies, or a release by its id. */
interface Shown {
  of?: string
}

export const homeView = screenAt<Shown>('/setting-viewhome')
export const aboutUsView = screenAt<Shown>('/about-us-view')
export const faqView = screenAt<Shown>('/faq-setting-view')
export const blogView = screenAt<Shown>('/blog-setting-view')
export const storesView = screenAt<Shown>('/stores-view-setting')
