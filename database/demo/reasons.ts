/** What reviewers write when they refuse, send back or disable; the vendor reads it. */
export const vendorReasons = {
  reject: [
    'The CNIC number does not belong to the person named. Apply again with your own card.',
    'The cheque copy is of another account than the IBAN given.',
    'This shop was disabled before for selling copies of brands; a new account does not change that.',
    'The address could not be found and nobody answered the number given on three days.',
    'Medicines on prescription cannot be sold here.',
    'The NTN belongs to another business.',
  ],
  request_update: [
    'The cheque copy cannot be read. Send a photo in daylight, all four corners visible.',
    'The account title differs from the shop and from your name. Send the bank letter or change the account.',
    'Fill in the shop address with house or shop number and a landmark.',
    'The IBAN is of another bank than the one named. Check both.',
    'Give a mobile number: messages about orders go there.',
    'The NTN has a digit that does not fit. Compare it with your certificate.',
  ],
  disable: [
    'Eleven orders in a row were not handed to the courier.',
    'Copies of a registered brand were sold; the owner complained with proof.',
    'The vendor asked to pause the shop for a renovation.',
    'Payouts came back: the bank account is closed.',
    'Buyers received other goods than shown, nine times in one month.',
  ],
} as const

export const productReasons = {
  reject: [
    'The pictures are taken from another shop. Send your own.',
    'Copies of registered brands cannot be listed.',
    'Claims to heal an illness are not allowed for food.',
    'The same product is listed already under another SKU.',
    'Knives over 10 cm are not sold here.',
  ],
  request_update: [
    'Take the phone number out of the title.',
    'The weight cannot be right: it is per piece, packed, in kilograms.',
    'The description does not say of what it is made.',
    'The first picture must show the product alone, without text on it.',
    'The sale price is the same as the price. Lower it or leave it out.',
    'Give the sizes in centimetres.',
  ],
} as const

export const customerReasons = [
  'Ordered cash on delivery nine times and never opened the door.',
  'The number belongs to somebody else, who does not want to be called.',
  'Sent worn goods back as new, five times.',
  'Threatened a rider at the door.',
  'Asked by phone to close the account.',
  'The same person has another account; both used one discount.',
] as const
