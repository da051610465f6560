import { faqSettingPath } from '#features/content/sections/screen-contract.ts'
import { listAt, recordAt, screenAt } from '#kit/web/address.ts'
import type { faqs } from '../contract.ts'

export const faqList = listAt<typeof faqs.list>('/faqs')
export const faqRecord = recordAt('/faqs-faq')
export const faqSetting = screenAt<{ item?: string; field?: string }>(faqSettingPath)
