import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  freeFrom: 'free from {amount}',
  stepUpTo: '{weight} kg: step up to {most} kg',
  onePrice: 'one price',
  packagingAdds: '{title} {amount}',
  pickedUp: 'no shipping: the customer collects the goods',
  switchedOff: 'switched off',
  notThere: 'does not deliver to {city}',
  tooHeavy: '{weight} kg is more than {most} kg',
  noCash: 'not with cash on delivery',
  packagingOff: '{title}: switched off',
  packagingTooHeavy: '{title}: {weight} kg is more than {most} kg',
  packagingTooSmall: '{title}: the goods are larger',
})
