import { screenAt } from '#kit/web/address.ts'

export const startScreen = screenAt('/')
