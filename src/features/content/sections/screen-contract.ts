/** The path of a screen that another noun fills: the texts of the page are a section, its questions are records. */
export const faqSettingPath = '/faq-setting'
