import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  settlements: 'Settlements',
  settlement: 'Settlement',
  importAStatement: 'Import a statement',
  cashWithCouriers: 'Cash with couriers',
})
