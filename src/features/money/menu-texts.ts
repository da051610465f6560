import { catalogue } from '#kit/contract/texts.ts'

/** Titles of the screens, loaded with the menu. */
export const menuTexts = catalogue({
  money: 'Money',
  ledger: 'Ledger',
  moneyOfAVendor: 'Money of a vendor',
  walletOfACustomer: 'Wallet of a customer',
  print: 'Print',
  commission: 'Commission',
  taxRates: 'Tax rates',
})
