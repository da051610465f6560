import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  customerImage: 'Customer Image',
  shopImage: 'Shop Image',
  bannerImage: 'Banner Image',
  customerImageHint:
    'Used for customers without a profile picture, in the lists and on the customer’s own screen.',
  imagesNotLoaded: 'The default images could not be loaded.',
  save: 'Save',
  defaultSaved: 'The default {label} is saved.',
  croppedPreview: 'Preview of the cropped picture',
  defaultOf: 'The default {label}',
  noneYet: 'None yet',
  preferredSize: 'Preferred size: {width}x{height}',
  croppedToSquare: 'The picture is cropped to a square around its centre.',
  chooseHint: 'Drop or paste a picture here, or choose one.',
  vendorImageHint:
    'Used for vendors without a shop image or banner, on the vendor’s own screen and in the shop. Shoppers see a saved picture at once.',
})
