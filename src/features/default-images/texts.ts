import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  customerImage: 'Customer Image',
  shopImage: 'Shop Image',
  bannerImage: 'Banner Image',
  usedWhenACustomerUploads:
    'Used when a customer uploads no profile picture: in the lists and on the customer’s own screen.',
  serverError: 'Server Error',
  theDefaultImagesCouldNot: 'The default images could not be loaded.',
  save: 'Save',
  theDefaultIsSaved: 'The default {label} is saved.',
  whatYouChoseAsIt: 'What you chose, as it will be cut',
  theDefault: 'The default {label}',
  noneYet: 'None yet',
  preferredSizeX: 'Preferred size: {width}x{height}',
  itsMiddleIsKeptAs: 'Its middle is kept, as a square.',
  dropOrPasteAPicture: 'Drop or paste a picture here, or choose one.',
  usedWhenAVendorUploads: 'Used when a vendor uploads no shop image or banner: on the vendor’s own screen.',
})
