import { screenAt } from '#kit/web/address.ts'

export const decisionReasons = screenAt<{ of?: string }>('/decision-reasons')
